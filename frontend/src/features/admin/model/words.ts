import type { ModerationEvent } from '@studio/contract/http/activity';
import type { Actor, AuditAction } from '@studio/contract/http/audit';
import type { Report, ReportReason } from '@studio/contract/http/reports';

/** The words of the admin area for what the wire says. */

export const reasonWords: Record<ReportReason, string> = {
  spam: 'Spam',
  abuse: 'Abuse',
  copyright: 'Copyright',
  malware: 'Malware',
  other: 'Other',
};

export const auditWords: Record<AuditAction, string> = {
  'project.deleted': 'Project deleted',
  'project.removed': 'Project removed',
  'project.reinstated': 'Project reinstated',
  'report.dismissed': 'Report dismissed',
  'report.upheld': 'Report upheld',
  'appeal.rejected': 'Appeal rejected',
  'user.admin-granted': 'Admin granted',
  'user.admin-revoked': 'Admin revoked',
  'user.suspended': 'User suspended',
  'user.unsuspended': 'User unsuspended',
  'user.sessions-ended': 'Sessions ended',
  'forum.user-logged-out': 'Logged out by the forum',
  'forum.user-suspended': 'Suspended by the forum',
  'forum.user-destroyed': 'Destroyed by the forum',
};

/** What follows the name of who did it, before that of whom or what it was done to. */
export const eventVerbs: Record<ModerationEvent['type'], string> = {
  'project-published': 'published',
  'project-deleted': 'deleted for good',
  'report-filed': 'reported',
  'report-resolved': 'decided about',
  'user-admin-changed': 'changed the admin right of',
};

/** Who did something; the forum and the studio itself have no account. */
export function actorName(actor: Actor): string {
  return actor?.username ?? 'The studio';
}

export function reportStateWords({ kind, state }: Report): string {
  if (state === 'open') return 'Open';
  if (state === 'dismissed') return kind === 'appeal' ? 'Rejected' : 'Dismissed';
  return state === 'removed' ? 'Removed' : 'Reinstated';
}

/** `1 report`, `2 reports`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`;
}
