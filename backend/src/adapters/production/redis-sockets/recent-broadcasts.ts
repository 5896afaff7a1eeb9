import { isBroadcast, type PlacedMessage } from './stream-entry.js';

/** What was broadcast to rooms, as a socket that missed it gets it. */
export interface RecentBroadcast {
  offset: string;
  /** Empty: all sockets. */
  rooms: string[];
  except: string[];
  /** The event and its arguments, with the offset last. */
  data: unknown[];
}

/** So many at least, and twice as many at most. None is larger than the contract lets it be, which is some hundred bytes. */
const fewest = 5_000;

/** The last broadcasts in the order of the stream, so that a socket that comes back costs Redis no read of the stream. */
export class RecentBroadcasts {
  #broadcasts: RecentBroadcast[] = [];

  add(messages: readonly PlacedMessage[]): void {
    for (const { offset, message } of messages) {
      if (!isBroadcast(message)) continue;
      const { packet, opts } = message.data;
      // A copy: Socket.IO adds the offset to the packet itself when it delivers it.
      const data = [...(packet as { data: unknown[] }).data, offset];
      this.#broadcasts.push({ offset, rooms: opts.rooms, except: opts.except, data });
    }
    if (this.#broadcasts.length > 2 * fewest) this.#broadcasts.splice(0, this.#broadcasts.length - fewest);
  }

  /** What came after an offset; null where that is not among them. */
  since(offset: string): RecentBroadcast[] | null {
    const index = this.#broadcasts.findLastIndex((broadcast) => broadcast.offset === offset);
    return index < 0 ? null : this.#broadcasts.slice(index + 1);
  }

  clear(): void {
    this.#broadcasts = [];
  }
}
