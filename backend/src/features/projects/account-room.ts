import { limits } from '@studio/contract/limits';
import { ApiError } from '../../common/api-error.js';

/** What of a project a revision keeps. */
export const writtenFields = ['title', 'html', 'css', 'js', 'frameworkConfig'];

/** Of an account whose new project is counted already. @throws ApiError 413 with the number (CONTRACT 6 Limits) */
export function assertRoomForProject(projects: number, historyBytes: number): void {
  if (projects > limits.projectsPerAccount) {
    const most = limits.projectsPerAccount.toLocaleString('en');
    throw new ApiError(
      413,
      'quota_exceeded',
      `An account holds at most ${most} projects, with those in the trash, and yours has as many. There is room again 30 days after one was deleted.`,
    );
  }
  assertRoomForText(historyBytes);
}

/**
 * Of a save that has changed these fields, and what the history had before it. Visibility, tags and the like are never
 * refused. @throws ApiError 413
 */
export function assertRoomForSave(historyBytes: number, changed: readonly string[]): void {
  if (writtenFields.some((field) => changed.includes(field))) assertRoomForText(historyBytes);
}

function assertRoomForText(historyBytes: number): void {
  if (historyBytes < limits.historyBytes) return;
  throw new ApiError(
    413,
    'quota_exceeded',
    `The history of an account’s projects holds at most ${limits.historyBytes / 1_073_741_824} GB, and yours is full. There is room again 30 days after projects were deleted.`,
  );
}
