import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '../../common/errors/api-error.js';

/** How many bytes of a form are decoded before other requests have their turn. */
const bytesPerTurn = 262_144;
/** The maximum length of a name that is looked at. */
const nameBytes = 64;

/** The fields of a form to read, each with its maximum of bytes when decoded. */
export type FieldLimits = Readonly<Record<string, number>>;

/**
 * Reads the given fields of a body of `application/x-www-form-urlencoded` in UTF-8. Line ends, which forms send as
 * CR LF, become LF. Of a field beyond its limit no more is decoded than shows that it is too long.
 * @throws ApiError 400 for more than `maxFields` fields, or another encoding
 */
export async function readFormFields(
  body: Buffer,
  limits: FieldLimits,
  maxFields: number,
): Promise<Map<string, string>> {
  const fields = new Map<string, string>();
  for (const pair of pairsOf(body, maxFields)) {
    const equals = pair.indexOf('=');
    const end = equals < 0 ? pair.length : equals;
    const name = await decodeField(pair.subarray(0, end), nameBytes);
    if (Object.hasOwn(limits, name))
      fields.set(name, await decodeField(pair.subarray(end + 1), limits[name] ?? 0));
  }
  return fields;
}

function pairsOf(body: Buffer, maxFields: number): Buffer[] {
  const pairs: Buffer[] = [];
  for (let start = 0; start <= body.length; ) {
    if (pairs.length === maxFields) throw new ApiError(400, 'bad_request', 'The form has too many fields.');
    const found = body.indexOf('&', start);
    const end = found < 0 ? body.length : found;
    pairs.push(body.subarray(start, end));
    start = end + 1;
  }
  return pairs;
}

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
const valueOf = (digit: number | undefined) => (digit === undefined ? -1 : (digits[digit] as number));

/**
 * Decodes bytes with a turn for others now and then. Stops shortly after `most` bytes: enough to be too long even
 * without a last character that was cut.
 */
async function decodeField(encoded: Buffer, most: number): Promise<string> {
  const decoded = Buffer.allocUnsafe(Math.min(encoded.length, most + 4));
  let length = 0;
  for (
    let at = 0, turnEnds = bytesPerTurn;
    at < encoded.length && length < decoded.length;
    turnEnds += bytesPerTurn
  ) {
    for (; at < encoded.length && at < turnEnds && length < decoded.length; at += 1) {
      let byte = encoded[at] as number;
      if (byte === plus) byte = space;
      else if (byte === percent) {
        const [high, low] = [valueOf(encoded[at + 1]), valueOf(encoded[at + 2])];
        if (high < 0 || low < 0) throw notUtf8();
        byte = high * 16 + low;
        at += 2;
      }
      if (byte === lineFeed && decoded[length - 1] === carriageReturn) length -= 1;
      decoded[length] = byte;
      length += 1;
    }
    if (at >= turnEnds) await nextTurn();
  }
  return textOf(decoded.subarray(0, length), length > most);
}

/** Strict: a lenient decoder would replace what it cannot read by U+FFFD, and the author would not notice. */
function textOf(bytes: Buffer, isCut: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut });
  } catch {
    throw notUtf8();
  }
}

function notUtf8(): ApiError {
  return new ApiError(400, 'bad_request', 'The form must be sent in UTF-8.');
}
