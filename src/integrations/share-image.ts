import { readFile, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { parse } from 'node-html-parser';
import { createElement } from 'react';
import satori from 'satori';
import sharp from 'sharp';
import { literals, site } from '../site';

/**
 * Writes the PNG images that the page refers to: `share.png`, 1200×630, with the
 * name and the built page's headline, set in a bundled font so that it looks the
 * same wherever it is built, and `apple-touch-icon.png`, 180×180.
 */
export function shareImage(): AstroIntegration {
  return {
    name: 'share-image',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const page = parse(await readFile(new URL('index.html', dir), 'utf8'));
        const headline = page.querySelector('h1')?.textContent.trim();
        if (!headline)
          throw new Error('The page has no <h1> to set on the share image.');

        const icon = await readFile(new URL('icon.svg', dir));
        await writeFile(
          new URL('apple-touch-icon.png', dir),
          await touchIcon(icon),
        );
        await writeFile(
          new URL('share.png', dir),
          await shareCard(headline, icon),
        );
      },
    },
  };
}

const background = site.themeColor;

function touchIcon(icon: Buffer): Promise<Buffer> {
  return sharp(icon, { density: 600 })
    .resize(132, 132)
    .extend({ top: 24, bottom: 24, left: 24, right: 24, background })
    .flatten({ background })
    .png({ palette: true })
    .toBuffer();
}

async function shareCard(headline: string, icon: Buffer): Promise<Buffer> {
  const font = await readFile(
    new URL(
      import.meta
        .resolve('@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff'),
    ),
  );
  const svg = await satori(
    createElement(
      'div',
      {
        style: {
          boxSizing: 'border-box',
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'space-between',
          width: '100%',
          height: '100%',
          padding: 80,
          color: '#eef2f6',
          backgroundColor: background,
          borderBottom: '12px solid #ffb84d',
        },
      },
      createElement(
        'div',
        {
          style: {
            display: 'flex',
            alignItems: 'center',
            gap: 24,
            fontSize: 44,
          },
        },
        createElement('img', {
          src: `data:image/svg+xml;base64,${icon.toString('base64')}`,
          width: 64,
          height: 64,
        }),
        site.name,
      ),
      createElement(
        'div',
        { style: { fontSize: 88, lineHeight: 1.1, letterSpacing: '-0.02em' } },
        headline,
      ),
      createElement(
        'div',
        { style: { fontSize: 32, color: '#b7c2cf' } },
        literals.betaLaunch,
      ),
    ),
    {
      width: 1200,
      height: 630,
      fonts: [{ name: 'Source Serif 4', data: font }],
    },
  );
  return sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
}
