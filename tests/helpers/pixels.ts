import type { Locator } from '@playwright/test';
import sharp from 'sharp';

type Color = readonly [red: number, green: number, blue: number];

/** The relative luminance that WCAG defines. */
function luminance(color: Color): number {
  const [red, green, blue] = color.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one: Color, other: Color): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort(
    (a, b) => b - a,
  );
  return (light + 0.05) / (dark + 0.05);
}

const rawPixels = (screenshot: Buffer) =>
  sharp(screenshot).removeAlpha().raw().toBuffer({ resolveWithObject: true });

/** The colours of a screenshot and how many pixels have them, the most frequent first. */
export async function colorsOf(
  screenshot: Buffer,
): Promise<[color: Color, pixels: number][]> {
  const { data } = await rawPixels(screenshot);
  const counts = new Map<number, number>();
  for (let index = 0; index < data.length; index += 3) {
    const key = data.readUIntBE(index, 3);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([key, pixels]) => [[key >> 16, (key >> 8) & 255, key & 255], pixels]);
}

/** The contrast between the ground of what is seen in `area` and what stands out most from it. */
export async function seenContrast(area: Locator): Promise<number> {
  const [ground, ...others] = await colorsOf(
    await area.screenshot({ animations: 'disabled' }),
  );
  if (!ground) return 1;
  return Math.max(1, ...others.map(([color]) => contrast(ground[0], color)));
}

interface Point {
  x: number;
  y: number;
}

/** Whether the saffron of a screenshot leads from one point to another without a gap; each may be two pixels off. */
export async function isJoined(
  screenshot: Buffer,
  from: Point,
  to: Point,
): Promise<boolean> {
  const { data, info } = await rawPixels(screenshot);
  const { width } = info;
  const isSaffron = (pixel: number) =>
    (data[3 * pixel] ?? 0) - (data[3 * pixel + 2] ?? 255) > 64;
  const around = ({ x, y }: Point) =>
    [-2, -1, 0, 1, 2].flatMap((down) =>
      [-2, -1, 0, 1, 2].map(
        (right) => (Math.round(y) + down) * width + Math.round(x) + right,
      ),
    );

  const goal = new Set(around(to));
  const seen = new Set<number>();
  const next = around(from).filter(isSaffron);
  for (let pixel = next.pop(); pixel !== undefined; pixel = next.pop()) {
    if (goal.has(pixel)) return true;
    if (seen.has(pixel) || !isSaffron(pixel)) continue;
    seen.add(pixel);
    for (const down of [-width, 0, width])
      next.push(pixel + down - 1, pixel + down, pixel + down + 1);
  }
  return false;
}
