import type { OverlayOptions } from 'sharp';
import { loadSharp } from '../../../common/load-sharp.js';
import { toOneLine } from '../../../common/text-format.js';
import { codeFamily, crop, type Drawn, drawText, type TextStyle, textFamily } from './draw-text.js';

/** What a share image shows: a project, and the beginning of its sources. */
export interface ShareImageSubject {
  title: string;
  author: string;
  html: string;
  css: string;
  js: string;
}

/** In pixels: the size that sites which read Open Graph crop least. */
export const shareImageSize = { width: 1_200, height: 630 };

const colours = { ground: '#0b0e13', code: '#11151c', ink: '#e7ebf1', muted: '#a9b2c3' };
const languages = [
  { source: 'html', colour: '#f2794a' },
  { source: 'css', colour: '#549fff' },
  { source: 'js', colour: '#efcb4f' },
] as const;

const margin = 72;
const titleBox = { left: margin, top: 176, width: 600, height: 300 };
const codeBox = { left: 736, top: 54 };
const codePane = { width: shareImageSize.width - codeBox.left - 72, height: 140 };
const paneHeight = 176;
const codeLines = 5;
/** In characters. */
const maxLineLength = 60;

/** The share image of a project as PNG of {@link shareImageSize}, drawn outside this thread. */
export async function drawShareImage(subject: ShareImageSubject): Promise<Buffer> {
  const sharp = await loadSharp();
  const layers = [...mark(), ...(await words(subject)), ...(await glimpse(subject))];
  return sharp({ create: { ...shareImageSize, channels: 3, background: colours.ground } })
    .composite(layers)
    .png({ palette: true })
    .toBuffer();
}

/** The product's logo: three lines in the colours of the three languages. */
function mark(): OverlayOptions[] {
  const lengths = [32, 56, 40];
  return languages.map(({ colour }, line) =>
    rectangle({ left: margin, top: 66 + line * 18, width: lengths[line] ?? 0, height: 12 }, colour),
  );
}

async function words({ title, author }: ShareImageSubject): Promise<OverlayOptions[]> {
  const product = await drawText('CodeStudio', text(32, 600, colours.muted));
  const by = await crop(await drawText(`by ${toOneLine(author)}`, text(32, 500, colours.muted)), titleBox);
  return [
    place(product, margin + 76, 74),
    place(await drawTitle(toOneLine(title)), titleBox.left, titleBox.top),
    place(by, margin, 532),
  ];
}

/** In the large size if it fits, else in the smaller one, shortened with dots if necessary. */
async function drawTitle(title: string): Promise<Drawn> {
  const characters = [...new Intl.Segmenter().segment(title)].map(({ segment }) => segment);
  let drawn = await drawText(title, { ...text(68, 700, colours.ink), width: titleBox.width });
  for (
    let shown = characters.length;
    drawn.height > titleBox.height && shown > 1;
    shown = Math.floor(shown * 0.9)
  ) {
    const rest = characters.slice(0, shown).join('');
    drawn = await drawText(shown < characters.length ? `${rest.trimEnd()}…` : rest, {
      ...text(50, 700, colours.ink),
      width: titleBox.width,
    });
  }
  return crop(drawn, titleBox);
}

/** The first lines of each source, beside its colour. */
async function glimpse(subject: ShareImageSubject): Promise<OverlayOptions[]> {
  const layers = [
    rectangle(
      { left: codeBox.left - 32, top: 0, width: shareImageSize.width, height: shareImageSize.height },
      colours.code,
    ),
  ];
  let top = codeBox.top;
  for (const { source, colour } of languages) {
    const code = firstLines(subject[source]);
    if (code === '') continue;
    const style = { family: codeFamily, size: 20, weight: 400, colour: colours.muted };
    const drawn = await crop(await drawText(code, style), codePane);
    layers.push(
      rectangle({ left: codeBox.left, top, width: 4, height: drawn.height }, colour),
      place(drawn, codeBox.left + 24, top),
    );
    top += paneHeight;
  }
  return layers;
}

function firstLines(source: string): string {
  const lines = source.split(/\r\n|\p{Zl}|\p{Zp}|\r|\n/u).filter((line) => line.trim() !== '');
  return lines
    .slice(0, codeLines)
    .map((line) =>
      line
        .replaceAll('\t', '  ')
        .slice(0, maxLineLength)
        .toWellFormed()
        .replace(/\p{Cc}/gu, ' '),
    )
    .join('\n');
}

function text(size: number, weight: number, colour: string): TextStyle {
  return { family: textFamily, size, weight, colour };
}

function place({ data, width, height }: Drawn, left: number, top: number): OverlayOptions {
  return { input: data, raw: { width, height, channels: 4 }, left, top };
}

function rectangle(
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
  background: string,
): OverlayOptions {
  const size = { width: Math.min(width, shareImageSize.width - left), height };
  return { input: { create: { ...size, channels: 4, background } }, left, top };
}
