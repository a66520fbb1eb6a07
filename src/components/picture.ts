import { globSync, readFileSync, statSync } from 'node:fs';
import sharp from 'sharp';
import { optimize, type CustomPlugin } from 'svgo';
import { sourceFiles } from './source-file.ts';

/** A picture of the editors, upright. */
interface Picture {
  file: string;
  width: number;
  height: number;
  isAnimated?: boolean;
  /** The content that the page publishes of an SVG. Undefined for any other kind of picture. */
  svg?: string;
}

/**
 * Finds a picture in `src/images` by its name.
 *
 * @throws an Error of one line that names the file with the wrong name, and the names that there are.
 */
export function findPicture(name: string): string {
  // A Mac may write `ü` as two characters, and a narrow space into the name of a screenshot.
  const spelling = (text: string) => text.normalize('NFKC');
  const names = globSync('**/*.*', { cwd: 'src/images' })
    .filter((path) => statSync(`src/images/${path}`).isFile())
    .map((path) => path.replaceAll('\\', '/'));
  const found = names.find((path) => spelling(path) === spelling(name));
  if (found) return `src/images/${found}`;
  const pictures = names.filter((path) => path !== 'README.md').sort();
  const sources = sourceFiles().filter((file) =>
    readFileSync(file, 'utf8').includes(name),
  );
  throw new Error(
    `${sources.join(', ') || '<Photo>'}: There is no picture "${name}" in src/images. Write one of these names, or upload the picture: ${pictures.join(', ')}.`,
  );
}

/**
 * Reads the size of a picture. sharp alone says the size, because sharp also turns and converts the
 * picture.
 *
 * @throws an Error of one line that says what to do, if the file is no picture.
 */
export async function readPicture(file: string): Promise<Picture> {
  if (/\.svg$/i.test(file)) return readSvg(file).catch(explain(file));
  const metadata = sharp(file).metadata().catch(explain(file));
  const { autoOrient, delay } = await metadata;
  // Only a format that can move has delays. (A TIFF can have several pages.)
  return { file, ...autoOrient, isAnimated: delay !== undefined };
}

/**
 * Converts a picture to WebP: upright, without metadata, and in a new width.
 *
 * @throws an Error of one line that says what to do, if sharp cannot read the whole picture.
 */
export async function convertPicture(
  picture: Picture,
  width: number,
): Promise<Buffer> {
  const { file, isAnimated: animated = false } = picture;
  // `error` refuses a cut file. A mere warning, as some phones' photos give, refuses nothing.
  return sharp(file, { animated, failOn: 'error' })
    .autoOrient()
    .resize(width, heightAt(width, picture), { fit: 'fill' })
    .webp({ quality: 60 })
    .toBuffer()
    .catch(explain(file));
}

/** The height of a picture that is shown in a width, in whole pixels. */
export const heightAt = (
  width: number,
  picture: Pick<Picture, 'width' | 'height'>,
) => Math.max(1, Math.round((width * picture.height) / picture.width));

/**
 * The plugins of SVGO that remove what no visitor sees. Others also change the drawing: they round paths,
 * and lose colours for a dark page, the colour of a shape that is used twice, and the target of an
 * `<animate>` (SVGO 4.1).
 */
const removals = [
  'removeDoctype',
  'removeXMLProcInst',
  'removeComments',
  'removeMetadata',
  'removeEditorsNSData',
  'removeScripts',
] as const;

/** Removes from an SVG what no visitor sees, such as the folder of who has drawn it, and reads its size. */
async function readSvg(file: string): Promise<Picture> {
  let root: Attributes = {};
  let svg = optimize(await convertEmbedded(readFileSync(file, 'utf8')), {
    path: file,
    plugins: [
      ...removals,
      refuseOtherFiles,
      changeRoot((attributes) => {
        root = attributes;
        // An SVG that was copied out of a page lacks its namespace. A browser would not show its file.
        root['xmlns'] ??= 'http://www.w3.org/2000/svg';
        // draw.io writes the whole diagram into this attribute, with the pages that the drawing does not show.
        Reflect.deleteProperty(root, 'content');
        for (const name of ['width', 'height'])
          if (!isSize(root[name])) Reflect.deleteProperty(root, name);
      }),
    ],
  }).data;
  if (!root['viewBox'] && !(root['width'] && root['height']))
    svg = await addViewBox(svg);
  const sizeAt = (density: number) =>
    sharp(Buffer.from(svg), { density, limitInputPixels: false }).metadata();
  const { width } = await sizeAt(72);
  // sharp says whole pixels. A drawing of few units keeps its proportion only in a high density.
  const enlarged = await sizeAt(7200);
  const height = (width * enlarged.height) / enlarged.width;
  return { file, width, height, svg };
}

/** Whether a width or a height says how large a drawing is. Neither 0 nor a share of the page does. */
const isSize = (value = '') =>
  Number.parseFloat(value) > 0 && !value.endsWith('%');

/**
 * Gives an SVG that does not say its size the size of what it shows in a large square.
 *
 * @throws an Error if the SVG shows nothing there, or more than there is room for
 */
async function addViewBox(svg: string): Promise<string> {
  const size = 2000;
  const square = changeRoot((root) => {
    Object.assign(root, { width: String(size), height: String(size) });
  });
  const { data } = optimize(svg, { plugins: [square] });
  const { info } = await sharp(Buffer.from(data))
    .trim({ background: 'transparent' })
    .toBuffer({ resolveWithObject: true });
  const { trimOffsetLeft = 0, trimOffsetTop = 0, width, height } = info;
  // An empty drawing keeps the size of the square.
  if (width - trimOffsetLeft >= size || height - trimOffsetTop >= size)
    throw new Error('it does not say how large it is');
  const viewBox = [-trimOffsetLeft, -trimOffsetTop, width, height].join(' ');
  const plugins = [changeRoot((root) => void Object.assign(root, { viewBox }))];
  return optimize(svg, { plugins }).data;
}

type Attributes = Record<string, string>;

/** A plugin of SVGO that changes the attributes of the `<svg>` around the drawing. */
const changeRoot = (change: (root: Attributes) => void): CustomPlugin => ({
  name: 'changeRoot',
  fn: () => ({
    element: {
      enter: ({ attributes }, parent) => {
        if (parent.type === 'root') change(attributes);
      },
    },
  }),
});

/** Removes the metadata of the photos that an SVG contains. */
async function convertEmbedded(svg: string): Promise<string> {
  let converted = svg;
  for (const [uri, base64 = ''] of svg.matchAll(
    /data:image\/[a-z]+;base64,([^"')]+)/gi,
  )) {
    // Illustrator encodes the ends of the lines.
    const content = Buffer.from(base64.replace(/&#x?[\da]+;/gi, ''), 'base64');
    const image = sharp(content).autoOrient();
    const { data, info } = await image.toBuffer({ resolveWithObject: true });
    converted = converted.replace(
      uri,
      `data:image/${info.format};base64,${data.toString('base64')}`,
    );
  }
  return converted;
}

/** Refuses an SVG that shows another file: a browser does not load files for an image. */
const refuseOtherFiles: CustomPlugin = {
  name: 'refuseOtherFiles',
  fn: () => ({
    element: {
      enter: ({ name, attributes }) => {
        const url = attributes['href'] ?? attributes['xlink:href'] ?? '#';
        if (name !== 'a' && !/^\s*($|#|data:)/.test(url))
          throw new Error(`it shows another file, ${url}`);
      },
    },
  }),
};

/** Throws an error that names the file and says what to do. */
const explain =
  (file: string) =>
  ({ message }: Error): never => {
    const [reason = ''] = message.split('\n');
    const advice = reason.includes('pixel limit')
      ? 'Make the picture smaller, or the animation shorter: the pixels of all its pictures count.'
      : /\.svg$/i.test(file)
        ? 'Save the drawing again as an SVG with everything in one file, or as PNG.'
        : 'Open the picture in a program that shows all of it, and export it as JPEG or PNG. (A HEIC file is still HEIC after somebody has renamed it.)';
    throw new Error(
      `${file}: This picture cannot be shown (${reason}). ${advice}`,
    );
  };
