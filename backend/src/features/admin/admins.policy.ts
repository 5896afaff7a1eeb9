import { ApiError } from '../../common/errors/api-error.js';
import type { Account } from '../users/user.entity.js';

/** The ids of all admins at this moment. The first admin is the account of ADMIN_EMAIL. */
export interface Admins {
  ids: string[];
  firstId: string | null;
}

/** @throws ApiError 403 where the caller has lost the right since the call, as when two admins revoke each other's. */
export function assertStillAdmin({ ids }: Admins, userId: string): void {
  if (!ids.includes(userId)) throw new ApiError(403, 'forbidden', 'Only admins can do this.');
}

/** @throws ApiError 409 */
export function assertMayGrant(user: Pick<Account, 'suspendedAt' | 'forumDestroyedAt'>): void {
  if (user.suspendedAt)
    throw new ApiError(409, 'suspended', 'A suspended account cannot be an admin. Unsuspend it first.');
  if (user.forumDestroyedAt)
    throw new ApiError(409, 'suspended', 'The forum has deleted this account, so it cannot be an admin.');
}

/** @throws ApiError 409 for the first admin (specification: Administration) and for the last one. */
export function assertMayRevoke({ ids, firstId }: Admins, userId: string): void {
  if (userId === firstId) throw new ApiError(409, 'first_admin', 'The first admin always stays an admin.');
  if (ids.length === 1)
    throw new ApiError(409, 'last_admin', 'This is the last admin. Make someone else an admin first.');
}

/** `user` must be locked: somebody may just be making it an admin. @throws ApiError 409 for an admin */
export function assertMaySuspend({ isAdmin }: Pick<Account, 'isAdmin'>): void {
  if (isAdmin)
    throw new ApiError(
      409,
      'is_admin',
      'An admin cannot be suspended. Revoke admin first; the first admin always stays one.',
    );
}

/**
 * Another admin's reason is not replaced unseen. The same one may be given again, since ending the sessions may have
 * failed. @throws ApiError 409
 */
export function assertSameSuspension(
  { suspendedAt, suspensionReason }: Pick<Account, 'suspendedAt' | 'suspensionReason'>,
  reason: string,
): void {
  if (!suspendedAt || suspensionReason === reason) return;
  throw new ApiError(
    409,
    'suspended',
    `This account is already suspended: “${suspensionReason}”. Unsuspend it first to give another reason.`,
  );
}
