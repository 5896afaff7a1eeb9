import type { Report, Resolution } from '@studio/contract/http/reports';
import { ApiError } from '../../common/errors/api-error.js';
import type { Caller } from '../../common/http/caller.js';

/** The decisions that an admin may make on each kind of report. */
const decisions: Record<Report['kind'], Resolution['action'][]> = {
  report: ['dismiss', 'remove'],
  appeal: ['dismiss', 'reinstate'],
};

/** Anybody who can see a project may report it, except its owner. @throws ApiError 403 */
export function assertMayReport({ ownerId }: { ownerId: string }, caller: Caller): void {
  if (ownerId === caller.userId)
    throw new ApiError(403, 'forbidden', 'This is your own project. You can change or delete it yourself.');
}

/** @throws ApiError 409 for a report that repeats one of the same person, evidence and reason that was dismissed. */
export function assertNotDismissed(dismissed: number): void {
  if (dismissed === 0) return;
  throw new ApiError(
    409,
    'already_resolved',
    'The moderators have read your report of this version and dismissed it. You can report it for another reason, or the project once it has changed.',
  );
}

/** @throws ApiError 409 where the report's author has replaced what the moderator read. */
export function assertAsShown(report: Report, shown: NonNullable<Resolution['shown']>): void {
  const { reason, note, version, evidenceDigest = report.evidenceDigest } = shown;
  const isSameText = report.reason === reason && report.note === note && report.version === version;
  if (isSameText && report.evidenceDigest === evidenceDigest) return;
  throw new ApiError(
    409,
    'report_changed',
    'Its author has changed this report since you opened it. Read it again, then decide.',
  );
}

/** @throws ApiError 400 where this action does not exist for this kind. */
export function assertDecides(action: Resolution['action'], kind: Report['kind']): void {
  if (decisions[kind].includes(action)) return;
  const possible = decisions[kind].join(' or ');
  throw new ApiError(400, 'bad_request', `The action for this ${kind} must be ${possible}.`);
}
