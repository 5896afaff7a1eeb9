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
