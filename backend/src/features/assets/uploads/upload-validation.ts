import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { type AssetCategory, assetExtensions, categoryOf, extensionOf } from '@studio/contract/http/assets';
import { showsSomething } from '@studio/contract/http/text';
import { limits } from '@studio/contract/limits';
import { fileTypeFromBuffer } from 'file-type';
import { ApiError } from '../../../common/errors/api-error.js';
import { NamedKeys } from './named-keys.js';

/** The name of an asset, and its category in the library. */
export interface AssetName {
  name: string;
  category: AssetCategory;
}

/** Characters that would hide, reorder or break a name where it is shown. */
const unprintable = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

/**
 * The name for an uploaded file: the last segment of the sent one, composed (NFC) and trimmed, with a stem.
 * @throws ApiError 400 for an unacceptable name, 415 for an unknown extension (specification: Asset record).
 */
export function assetNameOf(sent: string): AssetName {
  const given = (sent.split(/[/\\]/).at(-1) ?? '').normalize('NFC').trim();
  const name = /^\.[^.]+$/.test(given) ? `file${given}` : given;
  if (name === '') throw refused('The file has no name. Give it one and try again.');
  if (unprintable.test(name) || !name.isWellFormed() || !showsSomething(stemOf(name)))
    throw refused(
      'The name of this file contains characters that cannot be displayed. Rename it and try again.',
    );
  if (name.length > limits.assetNameLength)
    throw refused(
      `The name of this file is longer than ${limits.assetNameLength} characters. Shorten it and try again.`,
    );
  const category = categoryOf(name);
  if (category === null)
    throw new ApiError(
      415,
      'unsupported_media_type',
      `The type of “${name}” is not supported. Supported types: ${everyExtension}.`,
    );
  return { name, category };
}

/** The name without its extension. */
function stemOf(name: string): string {
  return name.replace(/\.[^.]*$/, '');
}

const everyExtension = Object.values(assetExtensions).flat().join(', ');

function refused(sentence: string): ApiError {
  return new ApiError(400, 'bad_request', sentence);
}

/** How many bytes of a file's beginning are enough to recognise every supported type. */
const headBytes = 16_384;

/** The types that a file with a binary format's extension may be recognised as. */
const recognisedAs = {
  jpg: ['jpg'],
  jpeg: ['jpg'],
  png: ['png', 'apng'],
  gif: ['gif'],
  webp: ['webp'],
  ico: ['ico'],
  woff: ['woff'],
  woff2: ['woff2'],
  // Both extensions are used for OpenType fonts with either kind of outlines.
  ttf: ['ttf', 'otf'],
  otf: ['otf', 'ttf'],
  pdf: ['pdf', 'ai'],
  mp3: ['mp3'],
  mp4: ['mp4', 'm4v', 'f4v'],
  webm: ['webm'],
} as const satisfies Partial<Record<(typeof assetExtensions)[AssetCategory][number], readonly string[]>>;

const expected = new Map<string, readonly string[]>(Object.entries(recognisedAs));
const binaryFormats = new Set<string>(Object.values(recognisedAs).flat());
/** Control characters that text never contains. Tabs, line and page ends, and everything from Escape on are allowed. */
const notText = /[\0-\b\v\cN-\cZ]/;

/**
 * Checks a file's first bytes, before any of it is stored.
 * @throws ApiError 400 for an empty file, 415 where the bytes do not match the name.
 */
async function checkHead(name: string, head: Uint8Array): Promise<void> {
  if (head.length === 0)
    throw new ApiError(400, 'bad_request', `“${name}” is empty. Choose a file with content.`);
  const extension = extensionOf(name);
  const recognised = (await fileTypeFromBuffer(head))?.ext ?? '';
  const wanted = expected.get(extension);
  if (wanted ? !wanted.includes(recognised) : isBinary(recognised, head)) throw notWhatItSays(name);
  if (extension === 'svg' && !isSvg(new TextDecoder().decode(head))) throw notWhatItSays(name);
}

/** file-type knows some formats by so few letters that a text may begin with them: `GIF,PNG`, `ID3 tags`. */
function isBinary(recognised: string, head: Uint8Array): boolean {
  if (recognised === 'gif') return /^GIF8[79]a/.test(new TextDecoder().decode(head.subarray(0, 6)));
  // An MP3 is no text after its first letters.
  return recognised !== 'mp3' && binaryFormats.has(recognised);
}

/**
 * Returns a function that checks the content of a text format: call it with each chunk, and without one at the end. It
 * throws ApiError 415 as soon as the content is not text. For other formats it does nothing.
 */
function textCheck(name: string): (chunk?: Uint8Array) => void {
  if (expected.has(extensionOf(name))) return () => undefined;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (chunk) => {
    if (!isText(() => decoder.decode(chunk, { stream: chunk !== undefined })))
      throw notWhatItSays(name, 'plain text in UTF-8');
  };
}

function isText(decode: () => string): boolean {
  try {
    return !notText.test(decode());
  } catch {
    return false;
  }
}

function notWhatItSays(name: string, format = `a real ${extensionOf(name).toUpperCase()} file`): ApiError {
  return new ApiError(
    415,
    'unsupported_media_type',
    `The content of “${name}” does not match its file extension. Save it as ${format}, or rename the file.`,
  );
}

/** What may stand before the first element of an XML document. */
const prologue = [/<\?[^]*?\?>/y, /<!--[^]*?-->/y, /<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>/iy];
const whiteSpace = /\s*/y;
const svgElement = /<(?:[\w-]+:)?svg[\s/>]/y;

/** Whether the first element of a document is `svg`. `text` is its beginning. */
function isSvg(text: string): boolean {
  let at = 0;
  const skip = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found !== null;
  };
  do skip(whiteSpace);
  while (prologue.some(skip));
  return skip(svgElement);
}

/**
 * Passes a file's bytes on while it checks, counts and hashes them. Nothing comes out before the beginning has been
 * found to match the name. Fails with ApiError 400 for an empty file, 415 for other content.
 */
export class CheckedContent extends Transform {
  readonly #name: string;
  readonly #checkText: (chunk?: Uint8Array) => void;
  readonly #hash = createHash('sha256');
  readonly #named: NamedKeys;
  #size = 0;
  /** The beginning of the file, until it is long enough to be checked; then null. */
  #head: Buffer | null = Buffer.alloc(0);

  constructor(name: string) {
    super();
    this.#name = name;
    this.#checkText = textCheck(name);
    this.#named = new NamedKeys(name);
  }

  /**
   * The number of bytes, their SHA-256 in lower-case hex, and the keys of the files that they name. Call it once all
   * bytes have passed.
   */
  sum(): { size: number; hash: string; named: string[] } {
    return { size: this.#size, hash: this.#hash.digest('hex'), named: this.#named.keys() };
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.#head === null) {
      this.#pass(chunk, done);
      return;
    }
    this.#head = Buffer.concat([this.#head, chunk]);
    if (this.#head.length < headBytes) done();
    else this.#passHead(this.#head, done);
  }

  override _flush(done: TransformCallback): void {
    const end: TransformCallback = (error) => {
      if (error) done(error);
      else attempt(() => this.#checkText(), done);
    };
    if (this.#head === null) end();
    else this.#passHead(this.#head, end);
  }

  #passHead(head: Buffer, done: TransformCallback): void {
    this.#head = null;
    checkHead(this.#name, head).then(() => this.#pass(head, done), done);
  }

  #pass(chunk: Buffer, done: TransformCallback): void {
    this.#size += chunk.length;
    this.#hash.update(chunk);
    this.#named.add(chunk);
    attempt(() => {
      this.#checkText(chunk);
      this.push(chunk);
    }, done);
  }
}

function attempt(work: () => void, done: TransformCallback): void {
  try {
    work();
  } catch (error) {
    done(error as Error);
    return;
  }
  done();
}
