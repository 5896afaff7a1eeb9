import { loadSharp } from '../../common/load-sharp.js';

const side = 320;
/** Unpacked they take up to 200 MB for as long as it is drawn. */
const mostPixels = 40_000_000;
const longestSeconds = 5;

/** The picture (the first of a moving one), upright, as WebP of at most 320 pixels on each side; null where it is broken. */
export async function drawThumbnail(file: Buffer): Promise<Buffer | null> {
  const sharp = await loadSharp();
  try {
    return await sharp(file, { limitInputPixels: mostPixels, failOn: 'error' })
      .timeout({ seconds: longestSeconds })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp()
      .toBuffer();
  } catch {
    // Every reason lies in the file: whoever looks at it sees that there is no picture.
    return null;
  }
}
