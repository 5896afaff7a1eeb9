const onCurve = 1;
const component = { words: 1, scale: 8, more: 32, twoScales: 64, matrix: 128, instructions: 256 };
const headerLength = 36;

interface Streams {
  points: ByteStream;
  flags: ByteStream;
  glyphs: ByteStream;
  composites: ByteStream;
  bounds: ByteStream;
  instructions: ByteStream;
}

interface Point {
  x: number;
  y: number;
  isOnCurve: boolean;
}

/** The tables `glyf` and `loca` (of the long form) from WOFF2's transformed `glyf` (WOFF2 5.1). */
export function restoreGlyphs(table: Buffer): { glyf: Buffer; loca: Buffer } {
  const header = new ByteStream(table.subarray(4, headerLength));
  const count = header.u16();
  header.u16();
  const sizes = Array.from({ length: 7 }, () => header.u32());
  const body = new ByteStream(table.subarray(headerLength));
  const [contours, points, flags, glyphs, composites, bounded, instructions] = sizes.map((size) =>
    body.take(size),
  ) as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];
  const bitmapLength = 4 * Math.ceil(count / 32);
  const hasBounds = (glyph: number) => ((bounded[glyph >> 3] ?? 0) & (128 >> (glyph & 7))) !== 0;
  const streams: Streams = {
    points: new ByteStream(points),
    flags: new ByteStream(flags),
    glyphs: new ByteStream(glyphs),
    composites: new ByteStream(composites),
    bounds: new ByteStream(bounded.subarray(bitmapLength)),
    instructions: new ByteStream(instructions),
  };

  const restored: Buffer[] = [];
  const loca = Buffer.alloc(4 * (count + 1));
  let length = 0;
  for (let glyph = 0; glyph < count; glyph++) {
    const outline = restoreGlyph(contours.readInt16BE(glyph * 2), hasBounds(glyph), streams);
    restored.push(outline);
    length += outline.length;
    loca.writeUInt32BE(length, 4 * (glyph + 1));
  }
  return { glyf: Buffer.concat(restored), loca };
}

function restoreGlyph(contours: number, hasBounds: boolean, streams: Streams): Buffer {
  if (contours === 0) return Buffer.alloc(0);
  const given = hasBounds ? streams.bounds.take(8) : null;
  const parts = contours < 0 ? compositeParts(streams) : simpleParts(contours, streams);
  const start = Buffer.alloc(2);
  start.writeInt16BE(contours);
  const glyph = Buffer.concat([start, given ?? parts.bounds, parts.outline]);
  // Every glyph starts at an even place.
  return glyph.length % 4 === 0 ? glyph : Buffer.concat([glyph, Buffer.alloc(4 - (glyph.length % 4))]);
}

function simpleParts(contours: number, { points, flags, glyphs, instructions }: Streams) {
  const ends: number[] = [];
  for (let contour = 0; contour < contours; contour++) ends.push((ends.at(-1) ?? -1) + points.short());
  const outline: Point[] = [];
  let [x, y] = [0, 0];
  for (let point = 0; point <= (ends.at(-1) ?? -1); point++) {
    const flag = flags.u8();
    const [dx, dy] = step(flag & 127, glyphs);
    x += dx;
    y += dy;
    outline.push({ x, y, isOnCurve: flag < 128 });
  }
  const program = instructions.take(glyphs.short());
  const all = [
    words([...ends, program.length]),
    program,
    Buffer.from(outline.map(({ isOnCurve }) => (isOnCurve ? onCurve : 0))),
    words(outline.map((point, at) => point.x - (outline[at - 1]?.x ?? 0))),
    words(outline.map((point, at) => point.y - (outline[at - 1]?.y ?? 0))),
  ];
  return { outline: Buffer.concat(all), bounds: boundsOf(outline) };
}

/** A glyph of other glyphs: WOFF2 leaves all but its instructions as it was. */
function compositeParts({ glyphs, composites, instructions }: Streams) {
  const all: Buffer[] = [];
  let flags = component.more;
  let hasInstructions = false;
  while (flags & component.more) {
    flags = composites.u16();
    if (flags & component.instructions) hasInstructions = true;
    const scale =
      flags & component.scale ? 2 : flags & component.twoScales ? 4 : flags & component.matrix ? 8 : 0;
    all.push(words([flags]), composites.take(2 + (flags & component.words ? 4 : 2) + scale));
  }
  if (hasInstructions) {
    const program = instructions.take(glyphs.short());
    all.push(words([program.length]), program);
  }
  return { outline: Buffer.concat(all), bounds: Buffer.alloc(8) };
}

/** How far the next point is away: the flag says how many bits, and where they are (WOFF2 5.2). */
function step(flag: number, from: ByteStream): [number, number] {
  const signed = (bits: number, value: number) => (bits & 1 ? value : -value);
  const first = from.u8();
  if (flag < 10) return [0, signed(flag, ((flag & 14) << 7) + first)];
  if (flag < 20) return [signed(flag, (((flag - 10) & 14) << 7) + first), 0];
  if (flag < 84) {
    const base = flag - 20;
    return [
      signed(flag, 1 + (base & 48) + (first >> 4)),
      signed(flag >> 1, 1 + ((base & 12) << 2) + (first & 15)),
    ];
  }
  const second = from.u8();
  if (flag < 120) {
    const base = flag - 84;
    return [
      signed(flag, 1 + (Math.floor(base / 12) << 8) + first),
      signed(flag >> 1, 1 + (((base % 12) >> 2) << 8) + second),
    ];
  }
  const third = from.u8();
  if (flag < 124)
    return [signed(flag, (first << 4) + (second >> 4)), signed(flag >> 1, ((second & 15) << 8) + third)];
  return [signed(flag, (first << 8) + second), signed(flag >> 1, (third << 8) + from.u8())];
}

function boundsOf(outline: Point[]): Buffer {
  const xs = outline.map(({ x }) => x);
  const ys = outline.map(({ y }) => y);
  return words([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
}

function words(values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, at * 2);
  return bytes;
}

/** Reads numbers off a piece of a font, the most significant byte first. */
export class ByteStream {
  #at = 0;

  constructor(private readonly bytes: Buffer) {}

  u8(): number {
    return this.take(1).readUInt8();
  }

  u16(): number {
    return this.take(2).readUInt16BE();
  }

  i16(): number {
    return this.take(2).readInt16BE();
  }

  u32(): number {
    return this.take(4).readUInt32BE();
  }

  /** WOFF2's UIntBase128: seven bits in each byte, the last one below 128. */
  base128(): number {
    let value = 0;
    for (;;) {
      const byte = this.u8();
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  }

  /** WOFF2's 255UInt16: one byte where that is enough. */
  short(): number {
    const first = this.u8();
    if (first === 253) return this.u16();
    if (first === 254) return this.u8() + 506;
    if (first === 255) return this.u8() + 253;
    return first;
  }

  /** The next so many bytes. @throws Error past the end. */
  take(count: number): Buffer {
    if (this.#at + count > this.bytes.length) throw new Error('The font ends too early');
    this.#at += count;
    return this.bytes.subarray(this.#at - count, this.#at);
  }
}
