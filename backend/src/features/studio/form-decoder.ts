import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '../../common/errors/api-error.js';
import { collectAfter } from '../../common/garbage-collection.js';

/** How many bytes of a form are decoded at most before other requests have their turn. */
const bytesPerTurn = 262_144;
/** The maximum length of a name that is looked at. */
const nameBytes = 64;

/** The fields of a form to read, each with its maximum of bytes when decoded. */
export type FieldLimits = Readonly<Record<string, number>>;

const ampersand = 0x26;
const equals = 0x3d;
const plus = 0x2b;
const percent = 0x25;
const space = 0x20;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;

/**
 * Decodes the given fields of a body of `application/x-www-form-urlencoded` in UTF-8, in pieces that may end anywhere,
 * and keeps nothing else of it. Line ends, which forms send as CR LF, become LF. Of a field beyond its limit no more is
 * decoded than shows that it is too long.
 */
export class FormDecoder {
  readonly #fields = new Map<string, string>();
  readonly #limits: FieldLimits;
  readonly #maxFields: number;
  #count = 1;
  /** The field whose value comes; undefined while its name does. */
  #name: string | undefined;
  /** The name or value that comes; null for a value that is not read. */
  #text: TextDecoding | null = new TextDecoding(nameBytes);

  constructor(limits: FieldLimits, maxFields: number) {
    this.#limits = limits;
    this.#maxFields = maxFields;
  }

  /**
   * Decodes the next piece, with turns for other requests.
   * @throws ApiError 400 for too many fields, or another encoding
   */
  async write(piece: Buffer): Promise<void> {
    for (let at = 0; at < piece.length; at += bytesPerTurn) {
      this.#decode(piece.subarray(at, at + bytesPerTurn));
      await nextTurn();
    }
    collectAfter(piece.length);
  }

  #decode(piece: Buffer): void {
    for (let at = 0; at < piece.length; ) {
      const end = this.#endOfText(piece, at);
      this.#text?.write(piece.subarray(at, end));
      if (piece[end] === equals) this.#endName();
      else if (piece[end] === ampersand) this.#endField();
      at = end + 1;
    }
  }

  /** @returns the fields. @throws ApiError 400 for another encoding */
  end(): Map<string, string> {
    this.#storeField();
    return this.#fields;
  }

  /** The index of the sign that ends the name or value; the length of the piece if it goes on in the next one. */
  #endOfText(piece: Buffer, start: number): number {
    const found = piece.indexOf(ampersand, start);
    const end = found < 0 ? piece.length : found;
    if (this.#name !== undefined) return end;
    const nameEnd = piece.subarray(start, end).indexOf(equals);
    return nameEnd < 0 ? end : start + nameEnd;
  }

  #endName(): void {
    this.#name = this.#text?.end() ?? '';
    const most = Object.hasOwn(this.#limits, this.#name) ? this.#limits[this.#name] : undefined;
    this.#text = most === undefined ? null : new TextDecoding(most);
  }

  #endField(): void {
    this.#storeField();
    this.#count += 1;
    if (this.#count > this.#maxFields)
      throw new ApiError(400, 'bad_request', 'The form has too many fields.');
    this.#name = undefined;
    this.#text = new TextDecoding(nameBytes);
  }

  #storeField(): void {
    // A field without `=` is a name with an empty value.
    if (this.#name === undefined) this.#endName();
    if (this.#text) this.#fields.set(this.#name as string, this.#text.end());
  }
}

/** The value of each byte as a hexadecimal digit; -1 for others. */
const digits = new Int8Array(256).fill(-1);
for (let value = 0; value < 16; value += 1) {
  const digit = value.toString(16);
  digits[digit.charCodeAt(0)] = value;
  digits[digit.toUpperCase().charCodeAt(0)] = value;
}
const valueOf = (digit: number | undefined) => (digit === undefined ? -1 : (digits[digit] as number));

/** Decodes one name or value in pieces, which may end within an escape, a line end or a character. */
class TextDecoding {
  /** Strict: a lenient decoder would replace what it cannot read by U+FFFD, and the author would not notice. */
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  /** Enough bytes to be too long even without a last character that was cut. */
  #bytesLeft: number;
  #text = '';
  /** What can only be decoded with what follows: the beginning of an escape, or CR. */
  #rest: Buffer = Buffer.alloc(0);

  constructor(most: number) {
    this.#bytesLeft = most + 4;
  }

  write(piece: Buffer): void {
    if (this.#bytesLeft > 0) this.#decode(Buffer.concat([this.#rest, piece]), false);
  }

  /** @throws ApiError 400 */
  end(): string {
    if (this.#bytesLeft === 0) return this.#text;
    this.#decode(this.#rest, true);
    return this.#text;
  }

  #decode(encoded: Buffer, isLast: boolean): void {
    const decoded = Buffer.allocUnsafe(Math.min(encoded.length, this.#bytesLeft));
    let length = 0;
    let at = 0;
    for (; at < encoded.length && length < decoded.length; at += 1) {
      let byte = encoded[at] as number;
      if (byte === plus) byte = space;
      else if (byte === percent) {
        if (at + 2 >= encoded.length && !isLast) break;
        const [high, low] = [valueOf(encoded[at + 1]), valueOf(encoded[at + 2])];
        if (high < 0 || low < 0) throw notUtf8();
        byte = high * 16 + low;
        at += 2;
      }
      if (byte === lineFeed && decoded[length - 1] === carriageReturn) length -= 1;
      decoded[length] = byte;
      length += 1;
    }
    const isFull = length === this.#bytesLeft;
    const held: number[] = [];
    if (!isLast && !isFull) {
      if (decoded[length - 1] === carriageReturn) {
        length -= 1;
        held.push(carriageReturn);
      }
      held.push(...encoded.subarray(at));
    }
    this.#rest = Buffer.from(held);
    this.#bytesLeft -= length;
    this.#text += this.#textOf(decoded.subarray(0, length), isLast);
  }

  #textOf(bytes: Buffer, isLast: boolean): string {
    try {
      return this.#decoder.decode(bytes, { stream: !isLast || this.#bytesLeft === 0 });
    } catch {
      throw notUtf8();
    }
  }
}

function notUtf8(): ApiError {
  return new ApiError(400, 'bad_request', 'The form must be sent in UTF-8.');
}
