import { type Broadcast, eventsOf, readBroadcast, type StreamEntry } from './stream-entry.js';

/** An event that was told to rooms, and where it is in the stream. */
export interface KeptEvent extends Broadcast {
  place: string;
}

/** So many at least, and twice as many at most. None is larger than the contract lets it be, which is some hundred bytes. */
const fewest = 5_000;

/** The last events that were told to rooms, in the order of the stream. Nobody who comes back has to ask Redis for them. */
export class KeptEvents {
  #events: KeptEvent[] = [];

  add(entry: StreamEntry): void {
    for (const { id: place, message } of eventsOf(entry)) {
      const broadcast = readBroadcast(message);
      if (broadcast) this.#events.push({ place, ...broadcast });
    }
    if (this.#events.length > 2 * fewest) this.#events.splice(0, this.#events.length - fewest);
  }

  /** What came after a place; null where that is not among them. */
  since(place: string): KeptEvent[] | null {
    const index = this.#events.findLastIndex((event) => event.place === place);
    return index < 0 ? null : this.#events.slice(index + 1);
  }

  clear(): void {
    this.#events = [];
  }
}
