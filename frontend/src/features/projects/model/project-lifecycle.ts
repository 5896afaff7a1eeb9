import type { RemovedBy } from './working-project.ts';

/**
 * What the project on screen is to the server. It decides what a save does and what may be saved without being asked for
 * (SPEC 4 Saving, ADR 37).
 */
export type Lifecycle =
  /** Never saved: a save creates it. */
  | { kind: 'new' }
  /** The user's own: a save updates it. */
  | { kind: 'own'; id: string }
  /** Somebody else's: only a save by hand stores it, as a private copy. */
  | { kind: 'shared'; id: string }
  /** Taken away while it was open. The text stays on screen, and nothing is stored until the person edits it or saves. */
  | { kind: 'detached'; by: RemovedBy };

export type LifecycleEvent =
  /** The server, or this browser, gave the project its present id and owner. */
  | { type: 'identified'; project: { id: string | null; userId: string | null }; userId: string | null }
  | { type: 'removed'; by: RemovedBy }
  /** The person changed something of it. */
  | { type: 'edited' };

/** The one place where a project changes what it is. */
export function nextLifecycle(present: Lifecycle, event: LifecycleEvent): Lifecycle {
  switch (event.type) {
    case 'removed':
      return { kind: 'detached', by: event.by };
    case 'edited':
      return present.kind === 'detached' ? { kind: 'new' } : present;
    case 'identified': {
      const { id, userId: ownerId } = event.project;
      if (id === null) return present.kind === 'detached' ? present : { kind: 'new' };
      return ownerId === null || ownerId === event.userId ? { kind: 'own', id } : { kind: 'shared', id };
    }
  }
}

/** Whether the text may be stored without being asked for: by auto-save, or when the page is hidden. */
export function savesByItself(lifecycle: Lifecycle): boolean {
  switch (lifecycle.kind) {
    case 'new':
    case 'own':
      return true;
    case 'shared':
    case 'detached':
      return false;
  }
}

/** Who took the project away, as local copies note it. */
export function detachedBy(lifecycle: Lifecycle): RemovedBy | null {
  return lifecycle.kind === 'detached' ? lifecycle.by : null;
}
