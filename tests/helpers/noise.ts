import sharp from 'sharp';

/** A picture with as much detail as a photo. */
export const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'gray',
      noise: { type: 'gaussian', mean: 128, sigma: 22 },
    },
  });
