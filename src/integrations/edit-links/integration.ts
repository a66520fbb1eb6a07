import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { AstroIntegration } from 'astro';
import { parse, type HTMLElement } from 'node-html-parser';
import { fixedTexts, site } from '../../site.ts';
import { locator } from '../../editing/locator.ts';
import { countWords, roomInWords } from '../../editing/room.ts';
import { placeAt, readSources } from '../../editing/sources.ts';
import { mostHeadlineWords } from '../../settings/limits.ts';
import type { Environment } from '../../settings/netlify.ts';

/**
 * Adds to Netlify's previews, and to nothing else, a link beside each text of the
 * page: it opens GitHub's editor at the line where the text is written. This is the
 * last integration, since it says how much room the page has as visitors get it.
 */
export function editLinks(): AstroIntegration {
  return {
    name: 'edit-links',
    hooks: {
      async 'astro:build:done'({ dir, logger }) {
        if (!isPreview(process.env)) return;
        const editor = await editorAddress(process.env);
        if (!editor)
          return logger.info(
            'The preview has no edit links: no branch on GitHub ends with its commit.',
          );
        const page = new URL('index.html', dir);
        const html = await readFile(page, 'utf8');
        await writeFile(page, await withEditLinks(html, editor));
      },
    },
  };
}

/** https://docs.netlify.com/build/configure-builds/environment-variables/ */
function isPreview({ NETLIFY, CONTEXT = '' }: Environment): boolean {
  return (
    NETLIFY === 'true' && ['deploy-preview', 'branch-deploy'].includes(CONTEXT)
  );
}

/**
 * The address of GitHub's editor for the branch that is built; undefined for another
 * host and for a fork. Netlify does not say whether a pull request comes from a fork,
 * so its branch is looked up by its commit, which no branch of ours has then.
 */
export async function editorAddress(
  environment: Environment,
): Promise<string | undefined> {
  const {
    REPOSITORY_URL = '',
    PULL_REQUEST,
    COMMIT_REF = '',
    HEAD,
    BRANCH,
  } = environment;
  // Without the token that the address may hold: the page is public.
  const [, repository] =
    /^(?:https:\/\/(?:[^/@]*@)?|(?:ssh:\/\/)?git@)github\.com[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(
      REPOSITORY_URL,
    ) ?? [];
  if (!repository) return undefined;

  let branch = BRANCH;
  if (PULL_REQUEST === 'true') {
    const env = { ...process.env, ...environment, GIT_TERMINAL_PROMPT: '0' };
    const { stdout } = await promisify(execFile)(
      'git',
      ['ls-remote', '--heads', REPOSITORY_URL],
      { env, timeout: 20_000 },
    )
      // Its message may hold the token.
      .catch(() => ({ stdout: '' }));
    const branches = [...stdout.matchAll(/^(\w+)\s+refs\/heads\/(.+)$/gm)]
      .filter(([, commit]) => commit === COMMIT_REF)
      .map(([, , name]) => name);
    branch = branches.find((name) => name === HEAD) ?? branches[0];
  }
  return (
    branch &&
    `https://github.com/${repository}/edit/${branch.split('/').map(encodeURIComponent).join('/')}/`
  );
}

/** What the page does not show, or shows in several places: its label, its file, and how its line begins. */
const elsewhere = [
  ['Title', 'src/pages/index.astro', 'title='],
  ['Description', 'src/pages/index.astro', 'description='],
  ['Name', 'src/site.ts', 'name:'],
  ['Links', 'src/site.ts', 'social:'],
  ['Fixed texts', 'src/site.ts', 'fixedTexts ='],
] as const;

/** The built page with a link at each text whose line is found, at each section, and in a bar at its foot. */
async function withEditLinks(html: string, editor: string): Promise<string> {
  const page = parse(html);
  const sources = readSources();
  const { placeNear, placeOf } = locator(sources, { site, fixedTexts });
  const link = (place: string, label: string, attributes = '') =>
    `<a href="${escape(editor + place.replace(':', '#L'))}"${attributes}>${pencil}${label}</a>`;
  const added: [offset: number, markup: string][] = [];

  const texts = 'main :is(h1, h2, h3, h4, p, li), footer p';
  for (const element of page.querySelectorAll(texts)) {
    // React removes a link from what an island renders, but not from its slot.
    const isRendered =
      element.closest('astro-island') && !element.closest('astro-slot');
    const place = placeOf(element);
    if (!place || isRendered || element.closest('[aria-hidden=true]')) continue;
    const label = escape(`Edit “${shorten(textOf(element))}”`);
    added.push([
      html.lastIndexOf('</', element.range[1] - 1),
      link(place, '', ` class="edit-text" aria-label="${label}"`),
    ]);
  }

  for (const section of page.querySelectorAll('main > section, footer')) {
    const place = placeNear(section);
    const start = html.indexOf('>', section.range[0]) + 1;
    const [, file = ''] = /(\w+\.astro)/.exec(place) ?? [];
    const label = ` class="edit-section" aria-label="Edit ${file}"`;
    added.push([start, link(place, `<span>${file}</span>`, label)]);
  }

  const links = elsewhere.flatMap(([label, file, text]) => {
    const source = sources.find((it) => it.file === file);
    const offset = source?.content.indexOf(text) ?? -1;
    return source && offset >= 0
      ? `<li>${link(placeAt(source, offset), label, ` aria-label="Edit ${label.toLowerCase()}"`)}</li>`
      : [];
  });
  const words = countWords(textOf(page.querySelector('h1') ?? page));
  added.push([
    html.lastIndexOf('</body>'),
    `<nav class="edit-bar" aria-label="Edit this preview"><ul role="list">${links.join('')}</ul><p>Headline: ${words} of ${mostHeadlineWords} words. Page: ${roomInWords(html)}.</p></nav>`,
  ]);

  const style = (
    await readFile(new URL(import.meta.resolve('./edit-links.css')), 'utf8')
  ).trim();
  const hash = createHash('sha256').update(style).digest('base64');
  added.push([html.indexOf('</head>'), `<style>${style}</style>`]);
  return added
    .sort(([one], [other]) => other - one)
    .reduce(
      (it, [offset, markup]) => it.slice(0, offset) + markup + it.slice(offset),
      html,
    )
    .replace("style-src 'self'", `$& 'sha256-${hash}'`);
}

const pencil =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 20h4L18.5 9.5a2.8 2.8 0 1 0-4-4L4 16zM13.5 6.5l4 4"/></svg>';

function textOf({ textContent }: HTMLElement): string {
  return textContent.replace(/\s+/g, ' ').trim();
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39).trimEnd()}…` : text;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;');
}
