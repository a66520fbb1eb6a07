import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { site } from '../../src/site.ts';
import { linkError } from './links.ts';

/** A small site: three pages and a file. */
const folder = 'test-results/links';

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(`${folder}/pricing`, { recursive: true });
  writeFileSync(`${folder}/index.html`, '<section id="hero"></section>');
  writeFileSync(`${folder}/404.html`, '');
  writeFileSync(`${folder}/pricing/index.html`, '<p id="prices"></p>');
  writeFileSync(`${folder}/name.pdf`, '');
});

describe('a link', () => {
  it.each([
    ['without an id', '#'],
    ['to an id that is not there', '/#price'],
    ['on another page to an id of the front page', '#hero', '/pricing/'],
    ['to a file that is not there', '/no.pdf'],
    ['to a page that is not there', `${site.url}/no`],
    ['without a URL', ''],
    ['with a wrong scheme', 'htps://a.example'],
    ['to a host of this machine', 'http://localhost:4321'],
    ['to an IP address of this machine', 'http://127.0.0.1:4321'],
    ['to a preview', 'https://deploy-preview-7--a.netlify.app/#hero'],
    ['to a mailbox without @', 'mailto:a(at)b.c'],
    ['to a phone number with spaces', 'tel:+49 30 1234'],
  ])('%s is broken', (_what, href, page = '/') => {
    // The editor finds the name of the file there.
    expect(linkError(href, page, folder), href).toEqual(
      expect.stringContaining('/icon.svg'),
    );
  });

  it.each([
    ['to its top', '#top'],
    ['to an id', `${site.url}/#hero`],
    ['to a page', '/404'],
    ['to an id of another page', '/pricing#prices'],
    ['to a file', '/%6Eame.pdf?v=2#page=2'],
    ['from its own folder', './pricing/#prices'],
    ['to another site', 'https://my-site.com'],
    ['to another site, without a scheme', '//my-site.com/'],
    ['to a calendar', 'webcal://my-site.com/a.ics'],
    ['to mailboxes', 'mailto:a@b.example,c@d.example?cc=e@f.example'],
    ['to a mail without a recipient', 'mailto:?subject=A'],
    ['to a phone number', 'tel:(030)12-34;ext=12'],
    ['to a text message', 'sms:+49-30-1234?body=A'],
  ])('%s is not broken', (_what, href) => {
    expect(linkError(href, '/', folder)).toBeUndefined();
  });
});
