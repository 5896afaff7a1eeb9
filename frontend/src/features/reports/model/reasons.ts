import type { ReportReason } from '@studio/contract/http/reports';

/** Why somebody reports a project, as a person says it. */
export const reasonNames: Record<ReportReason, string> = {
  spam: 'Spam or advertising',
  abuse: 'Hateful, abusive or indecent',
  copyright: 'Uses somebody’s work without leave',
  malware: 'Harmful: steals, deceives or mines',
  other: 'Something else',
};
