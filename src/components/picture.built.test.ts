import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { noise } from '../../tests/helpers/noise.ts';
import { convertPicture, readPicture } from './picture.ts';

const folder = 'test-results/pictures';

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
});

/** Writes a picture. Returns the picture as the page reads it. */
function read(name: string, content: string | Buffer) {
  writeFileSync(`${folder}/${name}`, content);
  return readPicture(`${folder}/${name}`);
}

describe('a photo of an upright phone', () => {
  /** What the camera stores: the upper half of the view, here red, is on the left. */
  const stored = sharp({
    create: { width: 60, height: 40, channels: 3, background: 'blue' },
  }).composite([
    {
      input: {
        create: { width: 30, height: 40, channels: 3, background: 'red' },
      },
      left: 0,
      top: 0,
    },
  ]);
  const marked = () => stored.clone().withMetadata({ orientation: 6 });

  /** A JPEG whose mark is not in the first bytes of its metadata. */
  async function withDistantMark(): Promise<Buffer> {
    const jpeg = await stored.clone().jpeg().toBuffer();
    const exif = Buffer.from(
      // The header, whose last four bytes say that the directory is at 16; eight unused bytes; a
      // directory of one entry: the orientation, 6.
      '49492a0010000000' +
        '0000000000000000' +
        '0100120103000100000006000000' +
        '00000000',
      'hex',
    );
    const content = Buffer.concat([Buffer.from('Exif\0\0'), exif]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(content.length + 2);
    const segment = [Buffer.from('ffe1', 'hex'), length, content];
    return Buffer.concat([jpeg.subarray(0, 2), ...segment, jpeg.subarray(2)]);
  }

  it.each<[kind: string, photo: () => Promise<Buffer>]>([
    ['JPEG', () => marked().jpeg().toBuffer()],
    ['JPEG with its mark further on', withDistantMark],
    ['PNG', () => marked().png().toBuffer()],
    ['WebP', () => marked().webp().toBuffer()],
    ['AVIF', () => marked().avif().toBuffer()],
  ])('is upright as a %s', async (kind, photo) => {
    const picture = await read(kind, await photo());
    expect(picture).toMatchObject({ width: 40, height: 60 });
    const converted = sharp(await convertPicture(picture, 20));
    expect(await converted.metadata()).toMatchObject({ width: 20, height: 30 });
    const topRight = { left: 15, top: 0, width: 5, height: 5 };
    const { dominant } = await sharp(
      await converted.extract(topRight).toBuffer(),
    ).stats();
    expect(dominant.r).toBeGreaterThan(dominant.b);
  });
});

describe('an SVG', () => {
  const namespace = 'xmlns="http://www.w3.org/2000/svg"';
  const drawing = '<path d="M6 12h24v48H6z"/>';
  const svg = (attributes: string, content = drawing) =>
    `<svg ${namespace} ${attributes}>${content}</svg>`;

  // prettier-ignore
  it.each<[what: string, size: [width: number, height: number], source: string]>([
    ['with commas in its viewBox', [24, 48], svg('viewBox="0,0,24,48"')],
    ['with spaces in its viewBox', [24, 48], svg('viewBox=" 0  0\n24 48 "')],
    ['with a viewBox of few units', [1, 1.4], svg('viewBox="0 0 1 1.4"')],
    ['with a width and a viewBox', [120, 240], svg('width="120" viewBox="0 0 24 48"')],
    ['with a width of 0', [24, 48], svg('width="0" height="0.0" viewBox="0 0 24 48"')],
    ['with a size in percent', [24, 48], svg('width="100%" height="50%" viewBox="0 0 24 48"')],
    ['with a size in millimetres', [28, 56], svg('width="10mm" height="20mm"')],
    ['with a width alone', [120, 240], svg('width="120"')],
    ['without a size', [24, 48], svg('')],
    ['with a long first tag', [24, 48], svg(`viewBox="0 0 24 48" content="${'a'.repeat(9_000)}"`)],
    ['with a licence above its first tag', [24, 48], `<?xml version="1.0"?>\n<!DOCTYPE svg>\n<!--! ${'A licence '.repeat(900)} -->\n${svg('viewBox="0 0 24 48"')}`],
    ['larger than a photo may be', [90_000, 90_000], svg('width="90000" height="90000"')],
  ])('%s has its proportion', async (_what, [width, height], source) => {
    const picture = await read('drawing.svg', source);
    expect(picture.width).toBe(width);
    expect(picture.height).toBeCloseTo(height);
  });

  it('without a size shows its whole drawing', async () => {
    const { svg: published } = await read('drawing.svg', svg('width="120"'));
    expect(published).toContain('viewBox="6 12 24 48"');
  });

  it('that was copied out of a page has a namespace', async () => {
    const source = `<svg viewBox="0 0 24 48">${drawing}</svg>`;
    const { svg: published } = await read('drawing.svg', source);
    expect(published).toContain(namespace);
  });

  // prettier-ignore
  it.each([
    ['its colours for a dark page', '<style>.a{fill:#000}@media (prefers-color-scheme:dark){.a{fill:#fff}}</style><path class="a"/>'],
    ['the colour of a shape that is used twice', '<g id="a"><path fill="#000"/></g><use href="#a" fill="red"/>'],
    ['what it animates', '<circle id="a" r="1"/><animate href="#a" attributeName="r" to="2"/>'],
  ])('keeps %s', async (_what, content) => {
    const { svg: published } = await read('drawing.svg', svg('viewBox="0 0 24 48"', content));
    expect(published).toContain(content);
  });

  it('tells nothing of the machine on which it was drawn, and runs no script', async () => {
    const photo = await noise(8, 8)
      .jpeg()
      .withExif({ IFD0: { Artist: 'Ann' } })
      .toBuffer();
    const { svg: published } = await read(
      'drawing.svg',
      svg(
        `xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" inkscape:export-filename="/home/ann/a.png" content="/home/ann" viewBox="0 0 24 48" onload="alert()"`,
        `<!-- Ann --><metadata>Ann</metadata><script>alert()</script>${drawing}<image width="8" height="8" href="data:image/JPEG;base64,${photo.toString('base64').replace(/.{76}/g, '$&&#xA;')}"/>`,
      ),
    );
    const [, base64 = ''] = /base64,([^"]+)/.exec(published ?? '') ?? [];
    const embedded = Buffer.from(base64, 'base64');
    expect(await sharp(embedded).metadata()).toMatchObject({ width: 8 });
    expect(published + embedded.toString('latin1')).not.toMatch(/ann|alert/i);
  });
});

describe('refuses, with the name of the file,', () => {
  const whole = (format: 'gif' | 'jpeg' | 'png' | 'webp') =>
    noise(300, 200).toFormat(format).toBuffer();
  const cut = async (format: Parameters<typeof whole>[0]) => {
    const content = await whole(format);
    return content.subarray(0, content.length / 2);
  };

  // prettier-ignore
  it.each<[what: string, name: string, content: () => Promise<Buffer> | Buffer | string]>([
    ['a renamed HEIC file', 'heic.jpg', heic],
    ['an empty file', 'empty.jpg', () => ''],
    ['a text', 'text.png', () => 'Not a picture'],
    ['a cut JPEG', 'cut.jpg', () => cut('jpeg')],
    ['a cut PNG', 'cut.png', () => cut('png')],
    ['a cut WebP', 'cut.webp', () => cut('webp')],
    ['a cut GIF', 'cut.gif', () => cut('gif')],
    ['a photo above sharp’s limit', 'large.jpg', large],
    ['an HTML file', 'page.svg', () => '<!doctype html><html><body><br></body></html>'],
    ['an SVG that shows nothing', 'nothing.svg', () => '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a large SVG without a size', 'size.svg', () => '<svg xmlns="http://www.w3.org/2000/svg"><path d="M9 9h1v2000h-1z"/></svg>'],
    ['an SVG that shows another file', 'linked.svg', () => '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><image href="/home/ann/a.png"/></svg>'],
  ])('%s', async (_what, name, content) => {
    const shown = read(name, await content()).then<unknown>(
      (picture) => picture.svg ?? convertPicture(picture, 20),
    );
    await expect(shown).rejects.toThrow(`${folder}/${name}: `);
  });
});

/** A file of the kind that a phone writes, without its picture: sharp lacks the decoder. */
async function heic(): Promise<Buffer> {
  const avif = await noise(30, 20).avif().toBuffer();
  return Buffer.from(
    avif
      .toString('latin1')
      .replaceAll('avif', 'heic')
      .replaceAll('av01', 'hvc1'),
    'latin1',
  );
}

/** A JPEG whose header says that it has 20,000 by 20,000 pixels. */
async function large(): Promise<Buffer> {
  const jpeg = await noise(8, 8).jpeg().toBuffer();
  const header = jpeg.indexOf('ffc0', 'hex');
  jpeg.writeUInt16BE(20_000, header + 5);
  jpeg.writeUInt16BE(20_000, header + 7);
  return jpeg;
}
