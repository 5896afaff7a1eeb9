import { setImmediate as turn } from 'node:timers/promises';
import { type EntryFields, gapBefore, isShareable, joinBroadcasts, offsetIn } from './stream-entry.js';
import type { StreamPosition } from './stream-position.js';

/** A message that is to be written, and whoever waits for its offset. */
interface Queued {
  fields: EntryFields;
  written: PromiseWithResolvers<string>;
}

/** So many messages wait for a Redis that is away, at most. */
const longestQueue = 1_000;
const beforeNextTryMs = 250;
const mostInEntry = 50;

/**
 * Writes messages into the stream, one entry at a time, with all the broadcasts that wait by then: an entry costs writer
 * and readers more than what is in it.
 */
export class StreamWriter {
  #queue: Queued[] = [];
  /** While entries are written, or are to be. */
  #busy = false;
  #writing = Promise.resolve();
  /** Since an entry could not be written, until one is. */
  #away = false;

  constructor(private readonly position: StreamPosition) {}

  /**
   * Resolves with the offset of the message. Rejects at once while Redis is away: the message is written when it is back,
   * and the sockets of this replica need not wait for that.
   */
  add(fields: EntryFields): Promise<string> {
    const written = Promise.withResolvers<string>();
    this.#queue.push({ fields, written });
    if (this.#away) {
      written.reject(new Error('Earlier messages wait for Redis.'));
      this.#dropOldest();
    }
    if (!this.#busy) this.#writing = this.#writeAll();
    return written.promise;
  }

  /** Resolves when all messages are written, or cannot be. */
  settle(): Promise<void> {
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    this.#busy = true;
    // What is sent in the same turn of the event loop goes into one entry.
    await turn();
    for (let [first] = this.#queue; first; [first] = this.#queue) {
      const together = this.#takeFirst();
      try {
        const entry = await this.#write(first, together);
        this.#away = false;
        for (const [index, { written }] of together.entries()) written.resolve(offsetIn(entry, index));
      } catch (error) {
        this.#away = true;
        this.#queue.unshift(...together);
        for (const { written } of this.#queue) written.reject(error);
        this.#dropOldest();
        setTimeout(() => {
          this.#writing = this.#writeAll();
        }, beforeNextTryMs).unref();
        return;
      }
    }
    this.#busy = false;
  }

  /** An entry in their place has other replicas disconnect their sockets. */
  #dropOldest(): void {
    const [oldest] = this.#queue;
    if (!oldest || this.#queue.length <= longestQueue) return;
    const gap = { ...oldest, fields: gapBefore(oldest.fields) };
    this.#queue.splice(0, this.#queue.length - longestQueue + 1, gap);
  }

  /** Takes the first out, with those behind it that may share its entry. */
  #takeFirst(): Queued[] {
    const alone = this.#queue.findIndex(({ fields }) => !isShareable(fields));
    const most = alone < 0 ? mostInEntry : Math.min(Math.max(alone, 1), mostInEntry);
    return this.#queue.splice(0, most);
  }

  #write({ fields }: Queued, together: readonly Queued[]): Promise<string> {
    const all = together.map((one) => one.fields);
    return this.position.write(isShareable(fields) ? joinBroadcasts(fields, all) : fields);
  }
}
