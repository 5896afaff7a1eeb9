import type { User } from '@studio/contract/http/auth';
import type { UserRow } from './users.service.js';

/** A user as only that user sees it. */
export function presentUser(row: UserRow): User {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    avatar: row.avatar,
    isAdmin: row.is_admin,
    createdAt: new Date(row.created_at).toISOString(),
  };
}
