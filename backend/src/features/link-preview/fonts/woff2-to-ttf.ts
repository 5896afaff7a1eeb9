import { brotliDecompressSync } from 'node:zlib';
import { ByteStream, restoreGlyphs } from './glyph-table.js';

/** What WOFF2 calls by a number (WOFF2 4.1). */
const knownTags =
  'cmap head hhea hmtx maxp name OS/2 post cvt fpgm glyf loca prep CFF VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
    .split(' ')
    .map((tag) => tag.padEnd(4));
const otherTag = 63;
const headerLength = 48;
const trueType = 0x00010000;

interface Entry {
  tag: string;
  /** As it lies in the compressed data. */
  length: number;
  isTransformed: boolean;
}

/**
 * A TrueType font from its WOFF2 form, for what draws text and reads TrueType alone. Its checksums stay 0: nothing that
 * draws looks at them. @throws Error for anything but a single font whose `glyf` and `loca` are transformed.
 */
export function woff2ToTtf(file: Buffer): Buffer {
  const header = new ByteStream(file);
  const signature = header.take(4).toString('latin1');
  if (signature !== 'wOF2' || header.u32() !== trueType) throw new Error('This is no TrueType font in WOFF2');
  header.u32();
  const count = header.u16();
  header.take(6);
  const compressed = header.u32();
  header.take(headerLength - 24);
  const entries = Array.from({ length: count }, () => readEntry(header));
  const data = new ByteStream(brotliDecompressSync(header.take(compressed)));
  const tables = new Map<string, Buffer>();
  for (const { tag, length, isTransformed } of entries) {
    const bytes = data.take(length);
    if (!isTransformed) tables.set(tag, bytes);
    else if (tag === 'glyf')
      for (const [name, table] of Object.entries(restoreGlyphs(bytes))) tables.set(name, table);
    else if (tag !== 'loca') throw new Error(`The table ${tag} is transformed`);
  }
  return assemble(tables);
}

function readEntry(header: ByteStream): Entry {
  const flags = header.u8();
  const number = flags & 63;
  const tag = number === otherTag ? header.take(4).toString('latin1') : (knownTags[number] ?? '');
  const length = header.base128();
  const version = flags >> 6;
  const isTransformed = tag === 'glyf' || tag === 'loca' ? version === 0 : version !== 0;
  return { tag, length: isTransformed ? header.base128() : length, isTransformed };
}

function assemble(tables: Map<string, Buffer>): Buffer {
  const longOffsets = 1;
  const head = Buffer.from(tables.get('head') ?? []);
  head.writeInt16BE(longOffsets, 50);
  const sorted = [...tables.set('head', head)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const directory = Buffer.alloc(12 + 16 * sorted.length);
  directory.writeUInt32BE(trueType, 0);
  directory.writeUInt16BE(sorted.length, 4);
  const parts = [directory];
  let offset = directory.length;
  for (const [at, [tag, table]] of sorted.entries()) {
    const place = 12 + 16 * at;
    directory.write(tag, place, 'latin1');
    directory.writeUInt32BE(offset, place + 8);
    directory.writeUInt32BE(table.length, place + 12);
    const padded = Buffer.alloc(Math.ceil(table.length / 4) * 4);
    table.copy(padded);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}
