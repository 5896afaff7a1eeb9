import { loadSharp } from '../../../common/load-sharp.js';
import { ownFile } from '../../../own-files.js';

/** The style of a text. Sizes in pixels. */
export interface TextStyle {
  family: string;
  size: number;
  weight: number;
  colour: string;
  /** Lines break at this width; without it, never. */
  width?: number;
}

/** Drawn text: pixels with red, green, blue and alpha. */
export interface Drawn {
  data: Buffer;
  width: number;
  height: number;
}

const channels = 4;
const nothing: Drawn = { data: Buffer.alloc(channels), width: 1, height: 1 };
/** Fillers, variation selectors and the blank of Braille are letters, marks and symbols without a pixel. */
const visible = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;
let fonts: Promise<void> | undefined;

/**
 * Draws text with the studio's fonts. Missing characters use the machine's fonts, else appear as their number in a
 * box.
 */
export async function drawText(
  text: string,
  { family, size, weight, colour, width }: TextStyle,
): Promise<Drawn> {
  if (!visible.test(text)) return nothing;
  fonts ??= loadFonts();
  await fonts;
  const sharp = await loadSharp();
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}" weight="${weight}">${markup(text)}</span>`,
      font: `${family} ${size}`,
      dpi: 72,
      rgba: true,
      ...(width === undefined ? {} : { width, wrap: 'word-char' }),
    },
  })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Crops to this size from the upper left corner. */
export async function crop(
  { data, width, height }: Drawn,
  most: { width: number; height: number },
): Promise<Drawn> {
  if (width <= most.width && height <= most.height) return { data, width, height };
  const sharp = await loadSharp();
  const size = { width: Math.min(width, most.width), height: Math.min(height, most.height) };
  const cut = sharp(data, { raw: { width, height, channels } }).extract({ left: 0, top: 0, ...size });
  return { data: await cut.raw().toBuffer(), ...size };
}

/** Draws a text with each font file: that makes the font available to all later text. */
async function loadFonts(): Promise<void> {
  const sharp = await loadSharp();
  for (const { file } of shareImageFonts)
    await sharp({ text: { text: '.', fontfile: file } })
      .raw()
      .toBuffer();
}

function markup(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

const families = { inter: 'Inter', 'jetbrains-mono': 'JetBrains Mono' } as const;
const scripts = ['latin', 'latin-ext', 'greek', 'cyrillic'];

interface ShareImageFont {
  /** Its file in the npm package that the app's fonts come from. */
  packaged: string;
  /** Path of the TrueType file that the build converts it to. */
  file: string;
}

/** The app's fonts, as files for drawing text. */
export const shareImageFonts: ShareImageFont[] = Object.keys(families).flatMap((family) =>
  scripts.map((script) => ({
    packaged: `@fontsource-variable/${family}/files/${family}-${script}-wght-normal.woff2`,
    file: ownFile(`../dist/fonts/${family}-${script}.ttf`),
  })),
);

export const textFamily = families.inter;
export const codeFamily = families['jetbrains-mono'];
