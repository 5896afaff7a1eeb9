import type { ModerationEvent } from '@studio/contract/http/activity';
import { ApiError } from '../../common/api-error.js';
import type { DomainEvents, EventPublisher, ProjectAudience } from '../../common/domain-events.js';
import { iso } from './project.presenter.js';
import { audienceOf, type ProjectRow } from './project-rows.js';

/** What a save stored, and which of its fields are new. */
export interface Saved {
  row: ProjectRow;
  changed: string[];
  /** What moderators are told where this made it public. */
  published: ModerationEvent | null;
}

/** Tells that a save begins, and how it ended (CONTRACT 2). `origin` is the tab it comes from. */
export async function announceSave(
  events: EventPublisher,
  project: ProjectAudience,
  origin: string | null,
  save: () => Promise<Saved>,
): Promise<ProjectRow> {
  events.publish('project.saving', { project, origin });
  try {
    const saved = await timeSave(events, save);
    announceSaved(events, saved, origin);
    return saved.row;
  } catch (error) {
    events.publish('project.save-failed', { project, origin });
    throw error;
  }
}

/** Tells how a save ended, and how long it took. */
export async function timeSave<T>(events: EventPublisher, save: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const end = (outcome: DomainEvents['project.save-ended']['outcome']) =>
    events.publish('project.save-ended', { outcome, seconds: (performance.now() - began) / 1_000 });
  try {
    const saved = await save();
    end('saved');
    return saved;
  } catch (error) {
    end(error instanceof ApiError && error.status === 409 ? 'conflict' : 'failed');
    throw error;
  }
}

/** Tells that a save has been stored. */
export function announceSaved(
  events: EventPublisher,
  { row, changed, published }: Saved,
  origin: string | null,
): void {
  events.publish('project.saved', {
    project: audienceOf(row),
    version: row.version,
    updatedAt: iso(row.updated_at),
    changed,
    origin,
  });
  if (published) events.publish('moderation.happened', published);
}
