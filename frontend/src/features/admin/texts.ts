import type { ModerationEvent } from '@studio/contract/http/activity';
import type { ModeratedProject } from '@studio/contract/http/admin';
import type { Actor, AuditAction } from '@studio/contract/http/audit';
import type { Report, ReportReason } from '@studio/contract/http/reports';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { countOf } from '@/lib/count-of.ts';

/** What the admin area says. First what the wire says in codes. */

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
  'appeal.rejected': 'Appeal dismissed',
  'user.admin-granted': 'Admin granted',
  'user.admin-revoked': 'Admin revoked',
  'user.suspended': 'User suspended',
  'user.unsuspended': 'User unsuspended',
  'user.sessions-ended': 'Sessions ended',
  'user.password-reset': 'Password reset',
  'forum.user-logged-out': 'Logged out by the forum',
  'forum.user-suspended': 'Suspended by the forum',
  'forum.user-destroyed': 'Deleted by the forum',
  'forum.user-restored': 'Restored by the forum',
  'forum.user-moved': 'Given to another forum member',
  'forum.user-removed': 'Account removed',
};

/** The verb between the actor's name and the name of the affected user or project. */
export const eventVerbs: Record<ModerationEvent['type'], string> = {
  'project-published': 'published',
  'project-deleted': 'permanently deleted',
  // An owner's appeal against a takedown is this event, too.
  'report-filed': 'filed a report or an appeal on',
  'report-resolved': 'resolved a report on',
  'user-admin-changed': 'changed the admin rights of',
  'user-suspended': 'suspended',
  'user-unsuspended': 'ended the suspension of',
};

/** Who did something; the forum and the studio itself have no account. */
export function actorName(actor: Actor): string {
  return actor?.username ?? 'The studio';
}

/** Who filed or decided a report; null after that account was deleted. */
export function accountName(account: Actor): string {
  return account?.username ?? 'A deleted account';
}

export const reportStateWords: Record<Report['state'], string> = {
  open: 'Open',
  dismissed: 'Dismissed',
  removed: 'Removed',
  reinstated: 'Reinstated',
};

export const adminPanel = 'Admin Panel';
export const administration = 'Administration';
export const projectModeration = 'Project Moderation';
export const userManagement = 'User Management';
export const reports = 'Reports';
export const activity = 'Activity';
export const auditLogTab = 'Audit Log';
export const loadFailed = 'Failed to load admin data';
export const loadUsersFailed = 'Failed to load users';
export const noLongerAdmin = 'You are no longer an admin';
export const adminAreaClosed =
  'You can no longer use the admin area. Another admin can give you the right back.';
export const loadingActivity = 'Loading activity...';
export const noActivity = 'No activity yet';
export const showOlder = 'Show older';
export const all = 'All';
export const what = 'What';
export const who = 'Who';
export const when = 'When';
export const why = 'Why';
export const downloadFailed = 'Download failed';
export const searchAuditLog = 'Search the audit log';
export const searchAuditLogHint = 'Search names and reasons';
export const action = 'Action';
export const fromDay = 'From';
export const toDay = 'To';
export const downloadCsv = 'Download CSV';
export const auditLog = 'Audit log';
export const loadingAuditLog = 'Loading the audit log...';
export const noEntries = 'No entries found';
export const sources = 'Sources';
export const appealDecided = 'Appeal decided';
export const reportDecided = 'Report decided';
export const alreadyDecided = 'This has already been decided';
export const decidedSinceOpened = 'This has already been decided since you opened it.';
export const reportedPicture = 'The picture on its card when it was reported';
export const changedSinceOpened = 'This report has changed since you opened it.';
export const reportChanged = 'Report changed';
export const decisionFailed = 'Decision not saved';
export const appealReason = 'Reason (shown to the owner if the appeal is dismissed)';
export const reportReason = 'Reason (shown to the owner if the project is removed)';
export const reinstateProject = 'Reinstate project';
export const removeProject = 'Remove project';
export const dismissAppeal = 'Dismiss appeal';
export const dismissReport = 'Dismiss report';
export const projectDeleted = 'Project deleted';
export const alreadyDeleted = 'This project was already deleted';
export const adminDeleteFailed = 'Admin delete failed';
export const deletePermanently = 'Delete permanently';
export const deleteReason = 'Reason (optional, kept in the audit log)';
export const understood = 'I understand that this cannot be undone';
export const stop = 'Stop';
export const run = 'Run';
export const deleteProject = 'Delete';
export const previewRunning = 'It runs in its sandbox.';
export const previewStopped = 'Its scripts do not run until you press Run.';
export const loadProjectFailed = 'Failed to load project';
export const loadingProject = 'Loading project...';
export const author = 'Author';
export const created = 'Created';
export const changed = 'Changed';
export const tags = 'Tags';
export const description = 'Description';
export const packages = 'Packages';
export const open = 'Open';
export const project = 'Project';
export const state = 'State';
export const views = 'Views';
export const likes = 'Likes';
export const forks = 'Forks';
export const openReports = 'Open reports';
export const actions = 'Actions';
export const isPublic = 'Public';
export const isEmbeddable = 'Embeddable';
export const isByLink = 'By link';
export const isPrivate = 'Private';
export const removed = 'Removed';
export const recent = 'Recent';
export const popular = 'Popular';
export const reported = 'Reported';
export const isNew = 'New';
export const mostViewed = 'Most viewed';
export const searchProjects = 'Search projects';
export const searchProjectsHint = 'Search title, description, tag or author';
export const sortBy = 'Sort by';
export const filter = 'Filter';
export const projects = 'Projects';
export const loadingProjects = 'Loading projects...';
export const noProjects = 'No projects found';
export const view = 'View';
export const reason = 'Reason';
export const reporter = 'Reporter';
export const filed = 'Filed';
export const appeal = 'Appeal';
export const removedFor = 'Removed for';
export const appealBy = 'Appeal by';
export const reportedBy = 'Reported by';
export const owner = 'Owner';
export const stands = 'Not removed';
export const deletedPermanently = 'Permanently deleted';
export const inTrash = 'In its owner’s trash, from where it can be restored';
export const loadEvidenceFailed = 'Failed to load the evidence';
export const loadingEvidence = 'Loading the evidence...';
export const changesSince = 'Changes since the report';
export const publishedVersion = 'Published version';
export const latestCompared = 'Compared with the latest version';
export const latestVersion = 'Latest version';
export const whenReported = 'When it was reported';
export const now = 'Now';
export const resolved = 'Resolved';
export const searchReports = 'Search reports';
export const searchReportsHint = 'Search projects and people';
export const loadingReports = 'Loading reports...';
export const noOpenReports = 'No open reports';
export const openReportsHint = 'New reports and appeals appear here.';
export const noReports = 'No reports found';
export const review = 'Review';
export const readReport = 'View report';
export const updateFailed = 'Update failed';
export const userUpdated = 'User updated';
export const accountRemoved = 'This account was removed meanwhile.';
export const suspend = 'Suspend';
export const unsuspend = 'Unsuspend';
export const suspendText =
  'They are signed out now and cannot sign in, their public projects and embeds are hidden, and their open reports are dismissed. They are shown the reason.';
export const unsuspendText = 'They can sign in again, and their projects are shown as before.';
export const user = 'User';
export const joined = 'Joined';
export const role = 'Role';
export const suspended = 'Suspended';
export const revokeAdmin = 'Revoke admin';
export const grantAdmin = 'Grant admin';
export const firstAdminStays = 'The first admin always stays an admin.';
export const grantText =
  'They can read every project, remove and delete projects, suspend users, and make others admins.';
export const revokeText = 'They can no longer use the admin area. Their account and projects stay.';
export const deletedAdmin = 'The forum has deleted this account.';
export const suspendedAdmin = 'A suspended user cannot be an admin.';
export const adminSuspended = 'Revoke admin first.';
export const firstAdmin = 'First admin';
export const admin = 'Admin';
export const alphabetical = 'Alphabetical';
export const adminFirst = 'Admin first';
export const setAdminFailed = 'Failed to update user admin status.';
export const searchUsers = 'Search users';
export const searchUsersHint = 'Search name or email';
export const users = 'Users';
export const loadingUsers = 'Loading users...';
export const noUsers = 'No users found';
export const newReport = 'New report';

export const countedOpen = 'open';
export const countedUnread = 'unread';
export const ownerSuspended = ' (suspended)';

export const showNew = (count: number) => `Show ${count} new`;
export const noSource = (label: string) => `No ${label}.`;
export const deleteText = (title: string, author: string) =>
  `“${title}” by ${author} will be permanently deleted, with its history, likes and embeds. It does not go to the trash: nobody can bring it back, not even its owner or an admin.`;
export const grantTitle = (name: string) => `Make ${name} an admin`;
export const revokeTitle = (name: string) => `Revoke ${name}’s admin right`;
export const suspendTitle = (name: string) => `Suspend ${name}`;
export const unsuspendTitle = (name: string) => `Unsuspend ${name}`;
export const version = (rev: number) => `Version ${rev}`;
export const openVersion = (rev: number) => `Open version ${rev}`;
export const versionState = ({ rev, withdrawn }: NonNullable<Report['published']>) =>
  withdrawn ? `${rev}, withdrawn by its owner since` : `${rev}`;
export const reportTitle = ({ kind, published }: Report, title: string) =>
  `${kind === 'appeal' ? 'Appeal for' : 'Report on'} ${published ? `version ${published.rev} of ` : ''}${title}`;

/** `version 3 by bob · “It steals.”` */
export function reportedProject({ project, published }: Report): string {
  const version = published ? `version ${published.rev} ` : '';
  return `${version}by ${bidiIsolate(project.owner.username)}`;
}

export const resolvedBy = (report: Report, admin: string) => `${reportStateWords[report.state]} by ${admin},`;
export const hasReported = (reporter: string, project: string) =>
  `${reporter} ${eventVerbs['report-filed']} ${project}.`;

/** The last of some reports that came in at once, and how many `others` there were. */
export function reportNews(last: string, others: number): string {
  return others === 0 ? last : `${last} ${countOf(others, 'more report')} arrived just before.`;
}

export const removeQuestion = ({ project: { title, owner }, reason }: Report) =>
  `Nobody but “${bidiIsolate(title)}”’s owner and admins will see it, its files are blocked, and all open reports on it are decided. ${bidiIsolate(owner.username)} is told the reason (${reasonWords[reason]}) and can appeal once.`;
export const dismissAppealQuestion = ({ project: { title, owner } }: Report) =>
  `“${bidiIsolate(title)}” stays removed for good: ${bidiIsolate(owner.username)} cannot appeal again, and admins cannot reinstate it later.`;

export const countedReports = (count: number) => countOf(count, 'open report');
export const countedProjects = (count: number) => countOf(count, 'project');

export function figures({
  views,
  likes,
  forkCount,
}: Pick<ModeratedProject, 'views' | 'likes' | 'forkCount'>): string {
  return [countOf(views, 'view'), countOf(likes, 'like'), countOf(forkCount, 'fork')].join(' · ');
}
