import { setImmediate as turn } from 'node:timers/promises';
import { KeptEvents } from './kept-events.js';
import type { RedisClient, RedisConnection } from './redis-connection.js';
import {
  eventsOf,
  isAfter,
  isGap,
  type PlacedEvent,
  type StreamEntry,
  type StreamEvent,
  type Trim,
} from './stream-entry.js';

/** The sockets of this replica. */
export interface Audience {
  tell(event: PlacedEvent): void;
  /** They will never be told something that was told elsewhere. */
  beginAnew(): void;
}

/** An entry has up to fifty events, and all that is read at once is told in one turn of the loop. */
export const entriesAtOnce = 50;
/** What a replica that has just started reads for those who come from another. */
const entriesAtStart = 1_000;
const beforeAll = '0-0';

/**
 * How far this replica has come in the stream. All replicas tell in the order of the stream, what they write themselves
 * as well: so one place says what a socket was told, wherever it was.
 */
export class StreamProgress {
  readonly kept = new KeptEvents();
  audience: Audience | null = null;
  /** All up to this entry has been told here. Empty until the stream has been looked at. */
  #place = '';
  /** The name by which this replica writes. */
  #writer = '';
  #writing: Promise<unknown> = Promise.resolve();
  /** Since a line was cut or a write failed: Redis may have lost what is at this place, or gone on for long. */
  #inDoubt = false;

  constructor(
    private readonly redis: RedisConnection,
    private readonly stream: string,
  ) {}

  get place(): string {
    return this.#place;
  }

  doubt(): void {
    this.#inDoubt = true;
  }

  /** From where to read on. */
  async next(): Promise<string> {
    // Whoever is here by then may have missed what was told before.
    if (!this.#place && (await this.#begin())) this.audience?.beginAnew();
    if (this.#inDoubt) await this.#checkPlace();
    return this.#place;
  }

  /** Tells what was read. What is being written meanwhile may stand among it, and is told by whoever writes it. */
  async tellRead(entries: readonly StreamEntry[]): Promise<void> {
    if (this.#inDoubt || entries.length === entriesAtOnce) await this.#checkPlace();
    await this.#writing;
    await turn();
    this.#tell(entries);
  }

  /** Writes an entry, and tells what others have written before it: so that whoever writes tells his own next. */
  write(event: StreamEvent, trim: Trim): Promise<string> {
    const written = this.#write(event, trim);
    this.#writing = written.catch(() => this.doubt());
    return written;
  }

  async #write(event: StreamEvent, trim: Trim): Promise<string> {
    this.#writer = event.uid;
    const place = await this.next();
    const [before, id] = await this.redis.run((client) =>
      client
        .multi()
        .xRange(this.stream, `(${place}`, '+', { COUNT: entriesAtOnce })
        .xAdd(this.stream, '*', { ...event }, trim)
        .execTyped(),
    );
    await this.#tellUpTo(id, before as unknown as StreamEntry[]);
    if (isAfter(id, this.#place)) this.#move({ id, message: event });
    return id;
  }

  async #tellUpTo(id: string, first: readonly StreamEntry[]): Promise<void> {
    let entries = first;
    if (entries.length === entriesAtOnce) await this.#checkPlace();
    this.#tell(entries);
    while (entries.length === entriesAtOnce) {
      const after = `(${this.#place}`;
      entries = await this.#ask((client) =>
        client.xRange(this.stream, after, `(${id}`, { COUNT: entriesAtOnce }),
      );
      this.#tell(entries);
    }
  }

  /** What has been told already is left out: it is read on two lines. */
  #tell(entries: readonly StreamEntry[]): void {
    for (const entry of entries) {
      if (!isAfter(entry.id, this.#place)) continue;
      this.#move(entry);
      // Its own was told when it was to be written, though nobody said that it was.
      if (entry.message.uid === this.#writer) continue;
      if (isGap(entry.message)) this.audience?.beginAnew();
      else for (const event of eventsOf(entry)) this.audience?.tell(event);
    }
  }

  #move(entry: StreamEntry): void {
    this.#place = entry.id;
    this.#keep(entry);
  }

  #keep(entry: StreamEntry): void {
    if (isGap(entry.message)) this.kept.clear();
    else this.kept.add(entry);
  }

  /** Goes on behind what is there by now. @returns false where somebody has gone on meanwhile, by the other line. */
  async #begin(): Promise<boolean> {
    const place = this.#place;
    const newest = await this.#ask((client) =>
      client.xRevRange(this.stream, '+', '-', { COUNT: entriesAtStart }),
    );
    if (place !== this.#place) return false;
    this.kept.clear();
    for (const entry of newest.toReversed()) this.#keep(entry);
    this.#place = newest[0]?.id ?? beforeAll;
    return true;
  }

  /** Where the entry at this place is gone, so may be others that came after it. */
  async #checkPlace(): Promise<void> {
    const place = this.#place;
    this.#inDoubt = false;
    try {
      const found = place === beforeAll || (await this.#isThere(place));
      if (!found && place === this.#place && (await this.#begin())) this.audience?.beginAnew();
    } catch (error) {
      this.doubt();
      throw error;
    }
  }

  async #isThere(place: string): Promise<boolean> {
    return (await this.#ask((client) => client.xRange(this.stream, place, place))).length > 0;
  }

  async #ask(send: (client: RedisClient) => Promise<unknown>): Promise<StreamEntry[]> {
    return (await this.redis.run(send)) as StreamEntry[];
  }
}
