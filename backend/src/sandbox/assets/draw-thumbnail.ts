const side = 320;
/** Unpacked they take up to 200 MB for as long as it is drawn. */
const mostPixels = 40_000_000;
const longestSeconds = 5;
/** The decoders that a thumbnail may need. libvips has many more, and would draw SVG under any name. */
const decoders = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'];

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

/** On first use: most of its weight is needed by few. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: decoders });
  return sharp;
}
