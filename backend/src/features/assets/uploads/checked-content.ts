import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { checkHead, headBytes, textCheck } from './asset-content.js';

/**
 * Passes a file's bytes on while it checks, counts and hashes them. Nothing comes out before its beginning is known to
 * be what its name says. Fails with ApiError 400 for an empty file, 415 for other content.
 */
export class CheckedContent extends Transform {
  readonly #name: string;
  readonly #checkText: (chunk?: Uint8Array) => void;
  readonly #hash = createHash('sha256');
  #size = 0;
  /** The beginning, until there is enough of it to be looked at. */
  #head: Buffer | null = Buffer.alloc(0);

  constructor(name: string) {
    super();
    this.#name = name;
    this.#checkText = textCheck(name);
  }

  /** Once all bytes have passed: how many they were, and their SHA-256 in lower-case hex. */
  sum(): { size: number; hash: string } {
    return { size: this.#size, hash: this.#hash.digest('hex') };
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
