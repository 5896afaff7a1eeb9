import { isUtf8 } from 'node:buffer';
import { limits } from '@studio/contract/limits';
import { ApiError } from '../../common/errors/api-error.js';
import { sizeText } from '../../common/http/request-body.js';

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

/** The value of each byte as a hexadecimal digit; -1 for others. */
const digits = new Int8Array(256).fill(-1);
for (let value = 0; value < 16; value += 1) {
  const digit = value.toString(16);
  digits[digit.charCodeAt(0)] = value;
  digits[digit.toUpperCase().charCodeAt(0)] = value;
}

/**
 * Decodes the given fields of a body of `application/x-www-form-urlencoded` in UTF-8, in pieces that may end anywhere,
 * and keeps nothing else of it. Line ends, which forms send as CR LF, become LF.
 *
 * The fields stay bytes in memory of their own, which `free` returns to the system at once. As texts they would be on
 * V8's heap, become old while the rest arrives, and stay there until V8 marks it, which may be long after: anybody's
 * forms would make the process half as large again (H74).
 */
export class FormDecoder {
  /** The fields so far, and the name or value that comes. It reserves addresses alone, and grows with what it holds. */
  readonly #memory = new ArrayBuffer(0, { maxByteLength: limits.projectBodyBytes });
  readonly #bytes = new Uint8Array(this.#memory);
  readonly #fields = new Map<string, Uint8Array>();
  readonly #limits: FieldLimits;
  readonly #maxFields: number;
  #count = 1;
  /** The field whose value comes; undefined while its name does. */
  #name: string | undefined;
  /** Whether that value is not read. */
  #skips = false;
  /** Where the name or value that comes begins, ends so far, and may end. */
  #start = 0;
  #end = 0;
  #mostEnd = nameBytes;
  /** How many digits of an escape are still to come, and the value of those before. */
  #digitsLeft = 0;
  #escaped = 0;

  constructor(fieldLimits: FieldLimits, maxFields: number) {
    this.#limits = fieldLimits;
    this.#maxFields = maxFields;
  }

  /**
   * Decodes the next piece.
   * @throws ApiError 400 for a field that is too large, too many fields, NUL, or another encoding
   */
  write(piece: Buffer): void {
    // Nothing is longer when decoded.
    this.#memory.resize(this.#end + piece.length);
    for (let at = 0; at < piece.length; at += 1) {
      if (this.#skips) {
        at = piece.indexOf(ampersand, at);
        if (at < 0) return;
      }
      this.#read(piece[at] as number);
    }
  }

  /** @returns the fields, empty once they are freed. @throws ApiError 400 for another encoding */
  end(): ReadonlyMap<string, Uint8Array> {
    this.#endField();
    return this.#fields;
  }

  free(): void {
    this.#memory.transferToFixedLength(0);
  }

  #read(byte: number): void {
    if (this.#digitsLeft > 0) this.#readDigit(byte);
    else if (byte === percent) this.#digitsLeft = 2;
    else if (byte === ampersand) this.#startField();
    else if (byte === equals && this.#name === undefined) this.#endName();
    else this.#store(byte === plus ? space : byte);
  }

  #readDigit(byte: number): void {
    const digit = digits[byte] as number;
    if (digit < 0) throw notUtf8();
    this.#escaped = this.#digitsLeft === 2 ? digit * 16 : this.#escaped + digit;
    this.#digitsLeft -= 1;
    if (this.#digitsLeft === 0) this.#store(this.#escaped);
  }

  #store(byte: number): void {
    if (byte === 0)
      throw new ApiError(400, 'bad_request', 'The form contains characters that cannot be stored.');
    if (byte === lineFeed && this.#end > this.#start && this.#bytes[this.#end - 1] === carriageReturn)
      this.#end -= 1;
    if (this.#end === this.#mostEnd) return this.#endTooLong();
    this.#bytes[this.#end] = byte;
    this.#end += 1;
  }

  #startField(): void {
    this.#endField();
    this.#count += 1;
    if (this.#count > this.#maxFields)
      throw new ApiError(400, 'bad_request', 'The form has too many fields.');
    this.#name = undefined;
    this.#skips = false;
    this.#mostEnd = this.#start + nameBytes;
  }

  #endName(): void {
    this.#startValue(new TextDecoder().decode(this.#text()));
  }

  #startValue(name: string): void {
    const most = Object.hasOwn(this.#limits, name) ? this.#limits[name] : undefined;
    this.#name = name;
    this.#skips = most === undefined;
    this.#end = this.#start;
    this.#mostEnd = this.#start + (most ?? 0);
  }

  #endField(): void {
    // A field without `=` is a name with an empty value.
    if (this.#name === undefined) this.#endName();
    if (this.#skips) return;
    this.#fields.set(this.#name as string, this.#text());
    this.#start = this.#end;
  }

  #endTooLong(): void {
    if (this.#name === undefined) return this.#startValue('');
    const most = this.#limits[this.#name] as number;
    const problem = `The ${this.#name} field is too large. The limit is ${sizeText(most)}.`;
    throw new ApiError(400, 'bad_request', problem);
  }

  /** The name or value that has come. */
  #text(): Uint8Array {
    const text = this.#bytes.subarray(this.#start, this.#end);
    if (this.#digitsLeft > 0 || !isUtf8(text)) throw notUtf8();
    return text;
  }
}

function notUtf8(): ApiError {
  return new ApiError(400, 'bad_request', 'The form must be sent in UTF-8.');
}
