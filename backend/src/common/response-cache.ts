import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { EventPublisher, type ProjectAudience } from './domain-events.js';

/** What other replicas change is seen after this time at the latest. */
const keptMs = 1_000;
const keptBytes = 8 * 1_048_576;

/** What an entry takes besides its characters. */
const entryBytes = 512;

/** An answer as it goes out; what else its kind holds are the few values that the call which gives it must know. */
export interface Answer {
  text: string;
  /** What follows after something that is written at each call. */
  rest?: string;
}

/**
 * Answers that everybody without an account gets alike, kept as text for a second: a page that a thousand people look
 * at is read and written out once. What changes on this replica is forgotten at once; failures are never kept.
 */
@Injectable()
export class HotAnswers {
  readonly #kept = new LRUCache<string, Answer>({
    maxSize: keptBytes,
    // Text that is not Latin takes two bytes for a character.
    sizeCalculation: ({ text, rest = '' }, key) => 2 * (text.length + rest.length + key.length) + entryBytes,
    ttl: keptMs,
  });
  /** Those that are being made: who asks meanwhile waits for the same one. */
  readonly #coming = new Map<string, Promise<Answer>>();

  constructor(events: EventPublisher) {
    const forgetSeen = ({ project }: { project: ProjectAudience }) => {
      if (project.isPublic || project.isEmbeddable) this.forget();
    };
    events.subscribe('project.saved', forgetSeen);
    events.subscribe('project.liked', forgetSeen);
    events.subscribe('project.counted', forgetSeen);
    events.subscribe('project.deleted', forgetSeen);
    events.subscribe('project.unshared', () => this.forget());
    events.subscribe('project.purged', () => this.forget());
    events.subscribe('project.hidden', () => this.forget());
    events.subscribe('project.unhidden', () => this.forget());
  }

  /** The answer kept under this key, if any. */
  kept(key: string): Answer | undefined {
    return this.#kept.get(key);
  }

  /**
   * The answer kept under this key, else a new one. `key` must name everything that it depends on and nothing else: not an
   * address, of which there are any number for the same answer.
   */
  async give<A extends Answer>(key: string, make: () => Promise<A>): Promise<A> {
    const known = this.#kept.get(key) ?? this.#coming.get(key);
    return (await (known ?? this.#make(key, make))) as A;
  }

  /** Forgets everything, also what is just being made from what was before. */
  forget(): void {
    this.#kept.clear();
    this.#coming.clear();
  }

  #make(key: string, make: () => Promise<Answer>): Promise<Answer> {
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
