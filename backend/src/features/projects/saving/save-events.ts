import type { DomainEvents, EventPublisher, ProjectAudience } from '../../../common/domain-events.js';
import { ApiError } from '../../../common/errors/api-error.js';
import { toIsoTime } from '../../../common/text-format.js';
import { audienceOf, type ProjectRow } from '../project-row.js';

/** The stored row of a save, the links that open it, and the fields that changed. */
export interface StoredSave {
  row: ProjectRow;
  linkIds: string[];
  changed: string[];
}

/**
 * Publishes that a save begins, and how it ended (specification: Sockets). `save` calls `begin` once it
 * knows the project. A save that is refused before, or has nothing to store, publishes nothing; a retried one publishes its
 * beginning once. `origin` is the tab that saves.
 */
export async function publishSaveEvents(
  events: EventPublisher,
  origin: string | null,
  save: (begin: (project: ProjectAudience) => void) => Promise<StoredSave>,
): Promise<ProjectRow> {
  const began = performance.now();
  const begun: { project?: ProjectAudience } = {};
  try {
    const saved = await save((project) => {
      const isNews = !begun.project;
      begun.project = project;
      if (isNews) events.publish('project.saving', { project, origin });
    });
    publishSaveEnded(events, 'saved', began);
    if (begun.project) publishSaved(events, saved, origin);
    return saved.row;
  } catch (error) {
    if (begun.project) {
      publishSaveEnded(events, outcomeOf(error), began);
      events.publish('project.save-failed', { project: begun.project, origin });
    }
    throw error;
  }
}

type Outcome = DomainEvents['project.save-ended']['outcome'];

/** Publishes how a save ended, and how long it took. */
function publishSaveEnded(events: EventPublisher, outcome: Outcome, began: number): void {
  events.publish('project.save-ended', { outcome, seconds: (performance.now() - began) / 1_000 });
}

function outcomeOf(error: unknown): Outcome {
  return error instanceof ApiError && error.status === 409 ? 'conflict' : 'failed';
}

/** Publishes that a save has been stored. */
function publishSaved(
  events: EventPublisher,
  { row, linkIds, changed }: StoredSave,
  origin: string | null,
): void {
  events.publish('project.saved', {
    project: audienceOf(row),
    linkIds,
    version: row.version,
    updatedAt: toIsoTime(row.updated_at),
    changed,
    origin,
  });
}
