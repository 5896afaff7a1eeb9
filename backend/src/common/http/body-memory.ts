import type { IncomingMessage } from 'node:http';

/** The memory for the bodies of all requests together. */
export const maxBodyBytesTotal = 256 * 1_048_576;

/** A request whose body is in memory. */
interface Holder {
  readonly network: string;
  /** Ends the request, because its memory is needed for others. */
  readonly end: () => void;
  bytes: number;
}

/**
 * Counts what the bodies of requests take in memory, up to a limit. Where that is reached, the network that holds most
 * loses its largest request, so that no network can keep the others out (ADR 31).
 */
export class BodyMemory {
  readonly #holders = new Map<IncomingMessage, Holder>();
  #bytes = 0;

  constructor(private readonly maxBytes: number) {}

  /** All bytes that are in memory. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The bytes that this request holds. */
  bytesOf(request: IncomingMessage): number {
    return this.#holders.get(request)?.bytes ?? 0;
  }

  /** Lets a request hold bytes until it is released, or ended by `end`. */
  open(request: IncomingMessage, network: string, end: () => void): void {
    this.#holders.set(request, { network, end, bytes: 0 });
  }

  /** @returns false, with nothing added, if this request would be the largest of the network that holds most. */
  tryAdd(request: IncomingMessage, bytes: number): boolean {
    const holder = this.#holders.get(request);
    if (!holder) return false;
    this.#change(holder, bytes);
    while (this.#bytes > this.maxBytes) {
      const [largest, { end }] = this.#largest();
      if (largest === request) {
        this.#change(holder, -bytes);
        return false;
      }
      this.release(largest);
      end();
    }
    return true;
  }

  /** Once the rest of what a request holds has been discarded. */
  keepOnly(request: IncomingMessage, bytes: number): void {
    const holder = this.#holders.get(request);
    if (holder) this.#change(holder, bytes - holder.bytes);
  }

  release(request: IncomingMessage): void {
    this.keepOnly(request, 0);
    this.#holders.delete(request);
  }

  #change(holder: Holder, bytes: number): void {
    holder.bytes += bytes;
    this.#bytes += bytes;
  }

  /** The largest request of the network that holds most; of several, the last one. */
  #largest(): [IncomingMessage, Holder] {
    const byNetwork = new Map<string, number>();
    for (const { network, bytes } of this.#holders.values())
      byNetwork.set(network, (byNetwork.get(network) ?? 0) + bytes);
    const largest = [...byNetwork].reduce((one, other) => (other[1] > one[1] ? other : one))[0];
    return [...this.#holders]
      .filter(([, { network }]) => network === largest)
      .reduce((one, other) => (other[1].bytes >= one[1].bytes ? other : one));
  }
}

/** The memory for request bodies in this process. */
export const bodyMemory = new BodyMemory(maxBodyBytesTotal);
