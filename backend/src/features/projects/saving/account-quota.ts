import { limits } from '@studio/contract/limits';
import { ApiError } from '../../../common/errors/api-error.js';

/** What of a project a revision keeps. */
export const revisionFields = ['title', 'html', 'css', 'js', 'frameworkConfig'];

/** Of an account whose new project is counted already. @throws ApiError 413 with the number (specification: Limits) */
export function assertProjectFits(projects: number, historyBytes: number): void {
  if (projects > limits.projectsPerAccount) {
    const most = limits.projectsPerAccount.toLocaleString('en');
    throw new ApiError(
      413,
      'quota_exceeded',
      `You have reached the limit of ${most} projects, including those in the trash. Deleted projects stop counting after 30 days.`,
    );
  }
  assertHistoryFits(historyBytes);
}

/**
 * Of a save that has changed these fields, and what the history had before it. Visibility, tags and the like are never
 * refused. @throws ApiError 413
 */
export function assertSaveFits(historyBytes: number, changed: readonly string[]): void {
  if (revisionFields.some((field) => changed.includes(field))) assertHistoryFits(historyBytes);
}

function assertHistoryFits(historyBytes: number): void {
  if (historyBytes < limits.historyBytes) return;
  throw new ApiError(
    413,
    'quota_exceeded',
    `The history of your projects has reached its limit of ${limits.historyBytes / 1_073_741_824} GB. Deleted projects stop counting after 30 days.`,
  );
}
