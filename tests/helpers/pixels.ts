import sharp from 'sharp';

/** A part of a screenshot, in pixels. */
type Area = Record<'x' | 'y' | 'width' | 'height', number>;

/** The relative luminance of a colour, 0xRRGGBB: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(color: number): number {
  const [red = 0, green = 0, blue = 0] = [16, 8, 0].map((bits) => {
    const share = ((color >> bits) & 255) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of two colours, 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: number, other: number): number {
  const [dark = 0, light = 0] = [one, other]
    .map(luminance)
    .sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const rawPixels = (screenshot: Buffer) =>
  sharp(screenshot).removeAlpha().raw().toBuffer({ resolveWithObject: true });

/** For each of some areas, else for all of a screenshot, the highest contrast of any pixel with the same pixel of another. */
export async function highestContrasts(
  screenshot: Buffer,
  otherScreenshot: Buffer,
  areas?: Area[],
): Promise<number[]> {
  const { data, info } = await rawPixels(screenshot);
  const { data: otherData } = await rawPixels(otherScreenshot);
  return (areas ?? [{ x: 0, y: 0, ...info }]).map((area) => {
    const seen = new Set<number>();
    let highest = 1;
    const right = Math.min(info.width, area.x + area.width);
    const bottom = Math.min(info.height, area.y + area.height);
    for (let y = Math.floor(area.y); y < bottom; y++)
      for (let x = Math.floor(area.x); x < right; x++) {
        const index = 3 * (y * info.width + x);
        const one = data.readUIntBE(index, 3);
        const other = otherData.readUIntBE(index, 3);
        const pair = one * 2 ** 24 + other;
        if (one === other || seen.has(pair)) continue;
        seen.add(pair);
        highest = Math.max(highest, contrast(one, other));
      }
    return highest;
  });
}

type Point = Pick<Area, 'x' | 'y'>;

/**
 * Follows pixels of the thread's colour from one point of a screenshot to another, without
 * a gap; each point may be two pixels off. Resolves to the lowest point that it has reached
 * if it does not arrive, which is where the thread ends.
 */
export async function endOfThread(
  screenshot: Buffer,
  from: Point,
  to: Point,
): Promise<Point | undefined> {
  const { data, info } = await rawPixels(screenshot);
  const isThread = (pixel: number) =>
    (data[3 * pixel] ?? 0) - (data[3 * pixel + 2] ?? 255) > 64;
  /** The pixels of a square around one. */
  const around = (pixel: number, distance: number) => {
    const steps = Array.from(
      { length: 2 * distance + 1 },
      (_, i) => i - distance,
    );
    return steps.flatMap((down) =>
      steps.map((right) => pixel + down * info.width + right),
    );
  };
  const pixelAt = ({ x, y }: Point) =>
    Math.round(y) * info.width + Math.round(x);

  const goal = new Set(around(pixelAt(to), 2));
  const next = around(pixelAt(from), 2);
  const seen = new Set<number>();
  let lowest = pixelAt(from);
  for (let pixel = next.pop(); pixel !== undefined; pixel = next.pop()) {
    if (seen.has(pixel) || !isThread(pixel)) continue;
    if (goal.has(pixel)) return undefined;
    seen.add(pixel);
    lowest = Math.max(lowest, pixel);
    next.push(...around(pixel, 1));
  }
  return { x: lowest % info.width, y: Math.floor(lowest / info.width) };
}
