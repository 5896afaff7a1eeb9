import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import type { ServerPayload } from '@studio/contract/realtime';
import { EventPublisher, type ProjectAudience } from '../../common/domain-events.js';
import { WatchedProjectsService } from '../projects/reading/watched-projects.service.js';
import { browseRoom, userRoom, watchersOf } from './room-names.js';

type CounterEvent = 'project:likes' | 'project:stats';

/** Sends an event to the sockets of `rooms` that are in none of the rooms `except`. */
type Emit = <E extends CounterEvent>(
  rooms: string[],
  event: E,
  payload: ServerPayload<E>,
  except?: string[],
) => void;

/** What was sent last in an interval. */
interface Sent {
  payload: ServerPayload<CounterEvent>;
  /** Whether only the owner was told. */
  isOwnerOnly: boolean;
}

/** Milliseconds: until pages that show the project are told again. */
const intervalMs = 1_000;

/**
 * Sends likes, views and forks: each change to the owner, and to all other pages that show the project the first at
 * once, and what they are at the end of the interval, however often somebody likes and unlikes it. They are read again
 * then: parallel changes, also in other replicas, may be published in the wrong order.
 */
@Injectable()
export class CounterUpdates implements BeforeApplicationShutdown {
  readonly #logger = new Logger('counters');
  /** Of the current interval, by event and project. */
  #sent = new Map<string, Sent>();
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;
  #emit: Emit = () => undefined;

  constructor(
    private readonly events: EventPublisher,
    private readonly projects: WatchedProjectsService,
  ) {}

  /** Sends the counters of all domain events by `emit` from now on. */
  start(emit: Emit): void {
    this.#emit = emit;
    this.events.subscribe('project.liked', ({ project, likes }) =>
      this.#send(project, 'project:likes', { projectId: project.projectId, likes }),
    );
    this.events.subscribe('project.counted', ({ project, views, forkCount }) =>
      this.#send(project, 'project:stats', { projectId: project.projectId, views, forkCount }),
    );
  }

  /** Pages of other replicas do not read again. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#isOver = true;
    await this.endInterval();
  }

  /** Ends the current interval: tells everybody what only owners were told, or what came in the wrong order. */
  async endInterval(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const sent = this.#sent;
    this.#sent = new Map();
    const ids = new Set([...sent.values()].map(({ payload }) => payload.projectId));
    try {
      for (const { audience, likes, views, forkCount } of await this.projects.counters([...ids])) {
        const { projectId } = audience;
        this.#correct(sent, audience, 'project:likes', { projectId, likes });
        this.#correct(sent, audience, 'project:stats', { projectId, views, forkCount });
      }
    } catch (error) {
      this.#logger.warn({ err: error }, `The counters of ${ids.size} projects could not be read again.`);
      for (const [key, one] of sent) if (!this.#sent.has(key)) this.#sent.set(key, one);
      this.#endLater();
    }
  }

  #send<E extends CounterEvent>(project: ProjectAudience, event: E, payload: ServerPayload<E>): void {
    const isOwnerOnly = !this.#isOver && this.#sent.has(keyOf(event, project));
    const owner = userRoom(project.ownerId);
    this.#emit(isOwnerOnly ? [owner] : [owner, ...othersOf(project)], event, payload);
    this.#remember(project, event, { payload, isOwnerOnly });
  }

  #correct<E extends CounterEvent>(
    sent: ReadonlyMap<string, Sent>,
    project: ProjectAudience,
    event: E,
    payload: ServerPayload<E>,
  ): void {
    const last = sent.get(keyOf(event, project));
    // Changed again since it was read: everybody has been told.
    if (!last || this.#sent.has(keyOf(event, project))) return;
    const isRight = JSON.stringify(last.payload) === JSON.stringify(payload);
    if (isRight && !last.isOwnerOnly) return;
    const owner = userRoom(project.ownerId);
    if (isRight) this.#emit(othersOf(project), event, payload, [owner]);
    else this.#emit([owner, ...othersOf(project)], event, payload);
    this.#remember(project, event, { payload, isOwnerOnly: false });
  }

  #remember(project: ProjectAudience, event: CounterEvent, sent: Sent): void {
    this.#sent.set(keyOf(event, project), sent);
    this.#endLater();
  }

  #endLater(): void {
    if (!this.#isOver) this.#timer ??= setTimeout(() => void this.endInterval(), intervalMs);
  }
}

function keyOf(event: CounterEvent, { projectId }: ProjectAudience): string {
  return `${event} ${projectId}`;
}

/** The rooms of pages that show the project, besides the owner's own. */
function othersOf(project: ProjectAudience): string[] {
  return [...watchersOf(project), ...(project.isPublic ? [browseRoom(project.projectId)] : [])];
}
