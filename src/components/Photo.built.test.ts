import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { resolve } from 'node:path';
import { parse, type HTMLElement } from 'node-html-parser';
import sharp, { type Metadata } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { cleanEnvironment } from '../../tests/helpers/environment.ts';
import { noise } from '../../tests/helpers/noise.ts';

const project = 'test-results/photos';
const images = `${project}/src/images`;
const dist = `${project}/dist`;

/** Builds a page of photos. Returns what a failed build prints. */
function build(photos: string): string | undefined {
  writeFileSync(
    `${project}/src/pages/index.astro`,
    `---\nimport Photo from '../../../../src/components/Photo.astro';\n---\n\n${photos}`,
  );
  rmSync(dist, { recursive: true, force: true });
  const { status, stderr } = spawnSync(
    process.execPath,
    [resolve('node_modules/astro/bin/astro.mjs'), 'build'],
    { cwd: project, env: cleanEnvironment(), encoding: 'utf8' },
  );
  return status === 0 ? undefined : stderr;
}

/** A photo of 4 MB, by an upright phone that knows where it is. */
const photo = () =>
  noise(1008, 756)
    .resize(4032, 3024)
    .jpeg({ quality: 93 })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' } })
    .withMetadata({ orientation: 6 });

/** An HTML file of `public`, with what a step of the build could change. */
const htmlFile =
  '<meta property="og:image" content="/share.png"><meta property="og:image:alt" content="Ours"><p>One<p>Two';

const icon = sharp(readFileSync('public/icon.svg'));

beforeAll(() => {
  rmSync(project, { recursive: true, force: true });
  mkdirSync(`${project}/src/pages`, { recursive: true });
  mkdirSync(images);
  mkdirSync(`${project}/public`);
  writeFileSync(
    `${project}/astro.config.mjs`,
    `import config from '../../astro.config.mjs';
     const integrations = config.integrations.filter(({ name }) => ['spellings', 'images'].includes(name));
     export default { ...config, integrations, env: {} };`,
  );
});

describe('a picture', () => {
  let page: HTMLElement;

  beforeAll(async () => {
    await photo().toFile(`${images}/IMG_0001.JPG`);
    mkdirSync(`${images}/trip 1.2`);
    await photo().toFile(`${images}/trip 1.2/on no page.jpg`);
    await icon.clone().resize(60).toFile(`${images}/small.png`);
    // The names that macOS gives: `ü` is two characters, and a narrow space is before "AM".
    await icon.clone().toFile(`${images}/Bu\u0308ro.png`);
    await noise(300, 200).toFile(`${images}/Screenshot 9.41.00\u202fAM.png`);
    await noise(300, 200).toFile(`${images}/100 % #1?.jpeg`);
    await noise(1000, 4000).toFile(`${images}/tall.png`);
    await noise(1, 2000).toFile(`${images}/line.webp`);
    copyFileSync('public/logo.svg', `${images}/our logo.svg`);
    writeFileSync(`${images}/on no page.svg`, '<html>');
    writeFileSync(`${images}/on no page.jpg`, 'Not a picture');
    const frames = [noise(300, 200), noise(300, 200)].map((frame) =>
      frame.png().toBuffer(),
    );
    await sharp(await Promise.all(frames), { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toFile(`${images}/moving.gif`);
    writeFileSync(`${project}/public/Bu\u0308ro.pdf`, '');
    writeFileSync(`${project}/public/M\u00fcsli.pdf`, '');
    for (const name of ['logo.svg', 'icon.svg'])
      copyFileSync(`public/${name}`, `${project}/public/${name}`);
    writeFileSync(`${project}/public/ours.html`, htmlFile);
    expect(
      build(`
        <h1>Pictures</h1>
        <Photo file="IMG_0001.JPG" alt="Our team" />
        <Photo file="IMG_0001.JPG" alt="" width="120" priority />
        <Photo file="small.png" alt="" />
        <Photo file="B\u00fcro.png" alt="" />
        <Photo file="Screenshot 9.41.00 AM.png" alt="" />
        <Photo file="our logo.svg" alt="" />
        <Photo file="moving.gif" alt="" />
        <Photo file="100 % #1?.jpeg" alt="" />
        <Photo file="tall.png" alt="" />
        <Photo file="tall.png" alt="" width="480" />
        <Photo file="small.png" alt="" width="120" />
        <Photo file="our logo.svg" alt="" width="320" />
        <Photo file="line.webp" alt="" />
        <p>Write to
          <a href="/">us</a></p>
      `),
    ).toBeUndefined();
    page = parse(readFileSync(`${dist}/index.html`, 'utf8'));
  });

  const attributesOf = (index: number) =>
    page.querySelectorAll('img')[index]?.attributes ?? {};

  /** The file that is published for a picture, in its largest size. */
  const fileOf = (index: number) =>
    readFileSync(`${dist}${attributesOf(index)['src']}`);

  it('of a phone is upright and light, and loads late', async () => {
    expect(attributesOf(0)).toMatchObject({
      alt: 'Our team',
      width: '600',
      height: '800',
      loading: 'lazy',
    });
    expect(await sharp(fileOf(0)).metadata()).toMatchObject({
      format: 'webp',
      width: 600,
      height: 800,
    });
    expect(fileOf(0).length).toBeLessThan(110_000);
  });

  it('has a file for each size of its place', () => {
    const { srcset, src, sizes } = attributesOf(0);
    expect(srcset?.split(', ')).toEqual([
      expect.stringMatching(/ 400w$/),
      `${src} 600w`,
    ]);
    // A browser without `auto` takes the first size that it understands.
    expect(sizes).toMatch(/^auto, .*, 100vw$/);
  });

  it('can load with the page, and be narrower than its place', () => {
    expect(attributesOf(1)).toMatchObject({
      width: '120',
      height: '160',
      loading: 'eager',
      fetchpriority: 'high',
      srcset: expect.stringMatching(/^\S+ 240w$/),
      sizes: '120px',
    });
  });

  // prettier-ignore
  it.each<[what: string, index: number, size: [width: number, height: number], published: Partial<Metadata>]>([
    ['that is small stays small and transparent', 2, [60, 60], { width: 60, hasAlpha: true }],
    ['with an umlaut in its name is found', 3, [32, 32], { width: 32 }],
    ['with a narrow space in its name is found', 4, [300, 200], { width: 300 }],
    ['that is an SVG stays an SVG', 5, [144, 32], { format: 'svg', width: 144 }],
    ['that moves still moves', 6, [300, 200], { pages: 2, width: 300 }],
    ['with signs in its name that mean something in a URL is found', 7, [300, 200], { width: 300 }],
    ['that is tall is at most 800 pixels high', 8, [200, 800], { height: 800 }],
    ['that is tall can be as wide as a photo', 9, [480, 1920], { width: 800 }],
    ['that is small cannot be enlarged', 10, [60, 60], { width: 60 }],
    ['that is an SVG can be enlarged', 11, [320, 71], { width: 144 }],
    ['that is a line is still shown', 12, [1, 2000], { width: 1 }],
  ])('%s', async (_what, index, [width, height], metadata) => {
    expect(attributesOf(index)).toMatchObject({
      width: `${width}`,
      height: `${height}`,
    });
    expect(await sharp(fileOf(index)).metadata()).toMatchObject(metadata);
  });

  it('has no style attribute, which the page’s policy forbids', () => {
    expect(page.querySelectorAll('[style]')).toEqual([]);
  });

  // Netlify compares the header's rule with the URL as it is sent. A sign that a URL encodes would not match.
  it('has a URL without encoded signs', () => {
    const urls = page
      .querySelectorAll('img')
      .map((image) => image.getAttribute('src'));
    expect(
      urls.filter((url) => !/^\/_astro\/[\w.-]+$/.test(url ?? '')),
    ).toEqual([]);
  });

  it('is published without its original and its metadata', async () => {
    const html = page.toString();
    const originals = globSync(`${images}/**/*.*`)
      .filter((file) => statSync(file).isFile())
      .map((file) => readFileSync(file));
    const names = readdirSync(`${dist}/_astro`);
    expect(names).not.toEqual([]);
    for (const name of names) {
      expect(html).toContain(name);
      if (name.endsWith('.svg')) continue;
      const file = readFileSync(`${dist}/_astro/${name}`);
      const { exif, xmp, iptc } = await sharp(file).metadata();
      expect({ exif, xmp, iptc }, name).toEqual({});
      expect(
        originals.some((original) => original.equals(file)),
        name,
      ).toBe(false);
    }
  });
});

it.each(['B\u00fcro', 'Bu\u0308ro', 'M\u00fcsli', 'Mu\u0308sli'])(
  'publishes a file of `public` as %j',
  (name) => {
    expect(existsSync(`${dist}/${name}.pdf`)).toBe(true);
  },
);

it('leaves an HTML file of `public` unchanged', () => {
  expect(readFileSync(`${dist}/ours.html`, 'utf8')).toBe(htmlFile);
});

// Astro's default removes the space. Prettier writes such line breaks.
it('leaves a space between a word and a link on the next line', () => {
  const page = parse(readFileSync(`${dist}/index.html`, 'utf8'));
  expect(page.querySelector('p')?.textContent).toMatch(/^Write to\s+us$/);
});

it('refuses a wrong name, and says where it stands and which names there are', () => {
  expect(build('<Photo file="tem.jpg" alt="" />')).toMatch(
    /src\/pages\/index\.astro: .*"tem\.jpg".*\bIMG_0001\.JPG\b.*\bour logo\.svg\b/,
  );
});
