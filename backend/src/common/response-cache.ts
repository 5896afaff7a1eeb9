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

interface Entry {
  response: CachedResponse;
  projectId: string | null;
}

/**
 * Responses that are the same for everybody without an account, kept as text for a second: a page that a thousand
 * people view at once is read and serialized once. A change on this replica removes what shows it at once; failures are
 * never cached.
 */
@Injectable()
export class ResponseCache {
  readonly #cached = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ response: { text, rest = '' } }, key) =>
      sizeInMemory(text) + sizeInMemory(rest) + 2 * key.length + entryOverheadBytes,
    ttl: timeToLiveMs,
    dispose: ({ projectId }, key) => this.#removeKey(projectId, key),
  });
  /** The keys of what is cached, by the project that it shows; null: of lists. */
  readonly #keys = new Map<string | null, Set<string>>();
  /** Responses being created, which concurrent requests share. */
  readonly #pending = new Map<string, { response: Promise<CachedResponse>; projectId: string | null }>();

  constructor(events: EventPublisher) {
    // Not everything: anybody can like, and save a project of their own, many times a second.
    const removeIfVisible = ({ project }: { project: ProjectAudience }) => {
      if (project.isPublic || project.isEmbeddable) this.#remove(project);
    };
    events.subscribe('project.saved', removeIfVisible);
    events.subscribe('project.liked', removeIfVisible);
    events.subscribe('project.counted', removeIfVisible);
    events.subscribe('project.deleted', removeIfVisible);
    events.subscribe('project.unshared', ({ project }) => this.#remove(project));
    events.subscribe('project.purged', () => this.clear());
    events.subscribe('projects.hidden', () => this.clear());
    events.subscribe('projects.unhidden', () => this.clear());
  }

  /** The response cached under this key, if any. */
  get(key: string): CachedResponse | undefined {
    return this.#cached.get(key)?.response;
  }

  /**
   * The response cached under this key, else a new one. `key` has to contain everything that the response depends on,
   * and nothing else: not the address, since any number of addresses have the same response.
   * @param projectId the project that it shows; null for a list.
   */
  async getOrCreate<R extends CachedResponse>(
    key: string,
    projectId: string | null,
    create: () => Promise<R>,
  ): Promise<R> {
    const known = this.get(key) ?? this.#pending.get(key)?.response;
    return (await (known ?? this.#create(key, projectId, create))) as R;
  }

  /** Removes all responses, including those that are being created from older data. */
  clear(): void {
    this.#cached.clear();
    this.#pending.clear();
  }

  /** Removes what shows a project, and all lists. */
  #remove({ projectId }: ProjectAudience): void {
    for (const shown of [projectId, null]) {
      for (const key of this.#keys.get(shown) ?? []) this.#cached.delete(key);
      for (const [key, pending] of this.#pending) if (pending.projectId === shown) this.#pending.delete(key);
    }
  }

  #create(
    key: string,
    projectId: string | null,
    create: () => Promise<CachedResponse>,
  ): Promise<CachedResponse> {
    const startedAt = performance.now();
    const isWanted = () => this.#pending.get(key)?.response === pending;
    const pending = create()
      .then((response) => {
        // Not if it was removed meanwhile.
        if (isWanted()) this.#keep(key, { response, projectId }, startedAt);
        return response;
      })
      .finally(() => {
        if (isWanted()) this.#pending.delete(key);
      });
    this.#pending.set(key, { response: pending, projectId });
    return pending;
  }

  #keep(key: string, entry: Entry, startedAt: number): void {
    this.#cached.set(key, entry, { start: startedAt });
    // One that is larger than the cache is not kept.
    if (!this.#cached.has(key)) return;
    const keys = this.#keys.get(entry.projectId) ?? new Set();
    this.#keys.set(entry.projectId, keys.add(key));
  }

  #removeKey(projectId: string | null, key: string): void {
    const keys = this.#keys.get(projectId);
    keys?.delete(key);
    if (keys?.size === 0) this.#keys.delete(projectId);
  }
}

/** In bytes, at most: a text is kept as a string, encoded as it was last sent, and compressed. */
function sizeInMemory(text: string): number {
  return 2 * text.length + Math.ceil(1.5 * Buffer.byteLength(text));
}
