import { types } from 'node:util';

/**
 * Node's codes of a peer that is not there, and PostgreSQL's classes 08 (connection), 28 (login: its password was changed,
 * and this process has the old one), 53 (resources), 57P (shutdown).
 */
const awayCodes =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|08\w{3}|28\w{3}|53\w{3}|57P\w{2})$/;
/** pg has no code for these. */
const awayMessages =
  /^(Connection terminated|Client has encountered a connection error|Query read timeout|timeout exceeded when trying to connect|timeout expired|Cannot use a pool after calling end)/;

/** Whether an error says that the database has no room left: PostgreSQL's disk_full. */
export function isDiskFull(error: unknown): boolean {
  return (
    types.isNativeError(error) && (('code' in error && error.code === '53100') || isDiskFull(error.cause))
  );
}

/** Whether an error says that the database cannot be reached just now, rather than that a statement was wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  if ('code' in error && typeof error.code === 'string' && awayCodes.test(error.code)) return true;
  return awayMessages.test(error.message) || isDatabaseAway(error.cause);
}
