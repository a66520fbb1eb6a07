import type { Locator } from '@playwright/test';
import sharp from 'sharp';

type Color = readonly [red: number, green: number, blue: number];

/** The relative luminance: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(color: Color): number {
  const [red, green, blue] = color.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of two colours, 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: Color, other: Color): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort(
    (a, b) => b - a,
  );
  return (light + 0.05) / (dark + 0.05);
}

/** A pixel's colour as one number. */
const keyAt = (data: Buffer, index: number) => data.readUIntBE(index, 3);

const colorOf = (key: number): Color => [
  (key >> 16) & 255,
  (key >> 8) & 255,
  key & 255,
];

const rawPixels = (screenshot: Buffer) =>
  sharp(screenshot).removeAlpha().raw().toBuffer({ resolveWithObject: true });

/** The colours of a screenshot and how many pixels have them, the most frequent first. */
export async function colorsOf(
  screenshot: Buffer,
): Promise<[color: Color, pixels: number][]> {
  const { data } = await rawPixels(screenshot);
  const counts = new Map<number, number>();
  for (let index = 0; index < data.length; index += 3) {
    const key = keyAt(data, index);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([key, pixels]) => [colorOf(key), pixels]);
}

/** A part of a screenshot, in pixels. */
interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The highest contrast of any pixel of one screenshot, or of some areas of it, with the same pixel of another. */
export async function highestContrasts(
  screenshot: Buffer,
  otherScreenshot: Buffer,
  areas?: Area[],
): Promise<number[]> {
  const { data, info } = await rawPixels(screenshot);
  const { data: otherData } = await rawPixels(otherScreenshot);
  return (areas ?? [{ x: 0, y: 0, ...info }]).map((area) => {
    const pairs = new Map<string, number>();
    const right = Math.min(info.width, area.x + area.width);
    const bottom = Math.min(info.height, area.y + area.height);
    for (let y = Math.floor(area.y); y < bottom; y++)
      for (let x = Math.floor(area.x); x < right; x++) {
        const index = 3 * (y * info.width + x);
        const [one, other] = [keyAt(data, index), keyAt(otherData, index)];
        if (one === other) continue;
        const pair = `${one} ${other}`;
        if (!pairs.has(pair))
          pairs.set(pair, contrast(colorOf(one), colorOf(other)));
      }
    return Math.max(1, ...pairs.values());
  });
}

/** The highest contrast of any pixel of a part of the page with what is there without that part, which is then left out for good. */
export async function renderedContrast(part: Locator): Promise<number> {
  const shown = await part.screenshot({ animations: 'disabled' });
  await part.evaluate((element: HTMLElement) => {
    element.style.opacity = '0';
  });
  const ground = await part.screenshot({ animations: 'disabled' });
  const [highest = 1] = await highestContrasts(shown, ground);
  return highest;
}

interface Point {
  x: number;
  y: number;
}

/** Whether pixels of the thread's colour connect two points of a screenshot without a gap; each point may be two pixels off. */
export async function isConnected(
  screenshot: Buffer,
  from: Point,
  to: Point,
): Promise<boolean> {
  const { data, info } = await rawPixels(screenshot);
  const { width } = info;
  const isThread = (pixel: number) =>
    (data[3 * pixel] ?? 0) - (data[3 * pixel + 2] ?? 255) > 64;
  const around = ({ x, y }: Point) =>
    [-2, -1, 0, 1, 2].flatMap((down) =>
      [-2, -1, 0, 1, 2].map(
        (right) => (Math.round(y) + down) * width + Math.round(x) + right,
      ),
    );

  const goal = new Set(around(to));
  const seen = new Set<number>();
  const next = around(from).filter(isThread);
  for (let pixel = next.pop(); pixel !== undefined; pixel = next.pop()) {
    if (goal.has(pixel)) return true;
    if (seen.has(pixel) || !isThread(pixel)) continue;
    seen.add(pixel);
    for (const down of [-width, 0, width])
      next.push(pixel + down - 1, pixel + down, pixel + down + 1);
  }
  return false;
}
