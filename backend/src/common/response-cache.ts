import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { EventPublisher, type ProjectAudience } from './domain-events.js';

/** What other replicas change is seen after this time at the latest. */
const timeToLiveMs = 1_000;
const maxBytes = 8 * 1_048_576;

/** What an entry takes besides its characters. */
const entryOverheadBytes = 512;

/** An answer as it goes out; what else its kind holds are the few values that the call which gives it must know. */
export interface CachedResponse {
  text: string;
  /** What follows after something that is written at each call. */
  rest?: string;
}

/**
 * Answers that everybody without an account gets alike, kept as text for a second: a page that a thousand people look
 * at is read and written out once. What changes on this replica is forgotten at once; failures are never kept.
 */
@Injectable()
export class ResponseCache {
  readonly #kept = new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    // Text that is not Latin takes two bytes for a character.
    sizeCalculation: ({ text, rest = '' }, key) =>
      2 * (text.length + rest.length + key.length) + entryOverheadBytes,
    ttl: timeToLiveMs,
  });
  /** Those that are being made: who asks meanwhile waits for the same one. */
  readonly #coming = new Map<string, Promise<CachedResponse>>();

  constructor(events: EventPublisher) {
    const clearIfVisible = ({ project }: { project: ProjectAudience }) => {
      if (project.isPublic || project.isEmbeddable) this.clear();
    };
    events.subscribe('project.saved', clearIfVisible);
    events.subscribe('project.liked', clearIfVisible);
    events.subscribe('project.counted', clearIfVisible);
    events.subscribe('project.deleted', clearIfVisible);
    events.subscribe('project.unshared', () => this.clear());
    events.subscribe('project.purged', () => this.clear());
    events.subscribe('project.hidden', () => this.clear());
    events.subscribe('project.unhidden', () => this.clear());
  }

  /** The answer kept under this key, if any. */
  get(key: string): CachedResponse | undefined {
    return this.#kept.get(key);
  }

  /**
   * The answer kept under this key, else a new one. `key` must name everything that it depends on and nothing else: not an
   * address, of which there are any number for the same answer.
   */
  async getOrCreate<A extends CachedResponse>(key: string, make: () => Promise<A>): Promise<A> {
    const known = this.#kept.get(key) ?? this.#coming.get(key);
    return (await (known ?? this.#make(key, make))) as A;
  }

  /** Forgets everything, also what is just being made from what was before. */
  clear(): void {
    this.#kept.clear();
    this.#coming.clear();
  }

  #make(key: string, make: () => Promise<CachedResponse>): Promise<CachedResponse> {
    const askedAt = performance.now();
    const coming = make()
      .then((answer) => {
        // Not where it was forgotten on the way.
        if (this.#coming.get(key) === coming) this.#kept.set(key, answer, { start: askedAt });
        return answer;
      })
      .finally(() => {
        if (this.#coming.get(key) === coming) this.#coming.delete(key);
      });
    this.#coming.set(key, coming);
    return coming;
  }
}
