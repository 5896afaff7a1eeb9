import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { EventPublisher, type ProjectAudience } from './domain-events.js';

/** After this time changes on other replicas are visible. */
const timeToLiveMs = 1_000;
const maxBytes = 24 * 1_048_576;
/** The memory of an entry besides its characters. */
const entryOverheadBytes = 512;

/** A response body as text; subtypes add a few values for their callers. */
export interface CachedResponse {
  text: string;
  /** The text after a part that is written for each request. */
  rest?: string;
}

/**
 * Responses that are the same for everybody without an account, kept as text for a second: a page that a thousand
 * people view at once is read and serialized once. Changes on this replica clear the cache at once; failures are never
 * cached.
 */
@Injectable()
export class ResponseCache {
  readonly #cached = new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    sizeCalculation: ({ text, rest = '' }, key) =>
      sizeInMemory(text) + sizeInMemory(rest) + 2 * key.length + entryOverheadBytes,
    ttl: timeToLiveMs,
  });
  /** Responses being created, which concurrent requests share. */
  readonly #pending = new Map<string, Promise<CachedResponse>>();

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
    events.subscribe('projects.hidden', () => this.clear());
    events.subscribe('projects.unhidden', () => this.clear());
  }

  /** The response cached under this key, if any. */
  get(key: string): CachedResponse | undefined {
    return this.#cached.get(key);
  }

  /**
   * The response cached under this key, else a new one. `key` has to contain everything that the response depends on,
   * and nothing else: not the address, since any number of addresses have the same response.
   */
  async getOrCreate<R extends CachedResponse>(key: string, create: () => Promise<R>): Promise<R> {
    const known = this.#cached.get(key) ?? this.#pending.get(key);
    return (await (known ?? this.#create(key, create))) as R;
  }

  /** Removes all responses, including those that are being created from older data. */
  clear(): void {
    this.#cached.clear();
    this.#pending.clear();
  }

  #create(key: string, create: () => Promise<CachedResponse>): Promise<CachedResponse> {
    const startedAt = performance.now();
    const pending = create()
      .then((response) => {
        // Not if the cache was cleared meanwhile.
        if (this.#pending.get(key) === pending) this.#cached.set(key, response, { start: startedAt });
        return response;
      })
      .finally(() => {
        if (this.#pending.get(key) === pending) this.#pending.delete(key);
      });
    this.#pending.set(key, pending);
    return pending;
  }
}

/** In bytes, at most: a text is kept as a string, encoded as it was last sent, and compressed. */
function sizeInMemory(text: string): number {
  return 2 * text.length + Math.ceil(1.5 * Buffer.byteLength(text));
}
