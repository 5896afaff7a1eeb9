import { limits } from '@studio/contract/limits';
import { ApiError } from '../../../common/errors/api-error.js';

/** The fields of a project that a revision stores. */
export const revisionFields = ['title', 'html', 'css', 'js', 'frameworkConfig'];

/**
 * Checks an account's totals, which already include the new project.
 * @throws ApiError 413 with the limit (specification: Limits)
 */
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
 * Checks a save that changes these fields against the size of the history before it. Saves of visibility, tags and
 * description only are never refused. @throws ApiError 413
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
