import { types } from 'node:util';

/**
 * Node's codes for an unreachable peer, and PostgreSQL's classes 08 (connection), 28 (login: the password was changed,
 * and this process has the old one), 53 (resources) and 57P (shutdown); a database, schema or table that is missing
 * (3D000, 3F000, 42P01), as while somebody restores it.
 */
const awayCodes =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|08\w{3}|28\w{3}|53\w{3}|57P\w{2}|3[DF]000|42P01)$/;
/** pg has no code for these. */
const awayMessages =
  /^(Connection terminated|Client has encountered a connection error|Query read timeout|timeout exceeded when trying to connect|timeout expired|Cannot use a pool after calling end)/;

/** Deadlocks and serialization failures: PostgreSQL has rolled back one of the transactions. */
const lostRaceCodes = /^(40001|40P01)$/;
/** Timeouts of statements, of waits for a lock and of idle transactions. */
const timeoutCodes = /^(57014|55P03|25P03)$/;

/**
 * Whether the database takes no changes: read_only_sql_transaction, after a failover that leads this connection to a
 * standby, or where a managed server's disk is nearly full.
 */
export function isReadOnly(error: unknown): boolean {
  return hasCode(error, /^25006$/);
}

/** Whether a disk has no room left: PostgreSQL's disk_full, the system's codes for a folder of files, and MinIO's. */
export function isDiskFull(error: unknown): boolean {
  return hasCode(error, /^(53100|ENOSPC|EDQUOT|XMinioStorageFull)$/);
}

/** Whether the schema lacks a table or a column: it is that of an older version. */
export function isMissingInSchema(error: unknown): boolean {
  return hasCode(error, /^42(P01|703)$/);
}

/** Whether the database refused a row: PostgreSQL's classes 22 (values) and 23 (constraints). */
export function isRefusedRow(error: unknown): boolean {
  return hasCode(error, /^2[23]\w{3}$/);
}

/** Whether a transaction was rolled back only because of a concurrent one, so that it may succeed when repeated. */
export function isLostRace(error: unknown): boolean {
  return hasCode(error, lostRaceCodes);
}

/** The database's error for a lock timeout, for a call that waited too long for a row without a connection yet. */
export function lockTimeout(): Error {
  return Object.assign(new Error('waited too long for other transactions of the same row'), {
    code: '55P03',
  });
}

/** Whether the database has cancelled a transaction that took too long or lost a race. Nothing was changed. */
export function isDatabaseBusy(error: unknown): boolean {
  return hasCode(error, timeoutCodes) || isLostRace(error);
}

/** Whether an error means that the database cannot be reached just now, rather than that a statement was wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (hasCode(error, awayCodes)) return true;
  return (
    types.isNativeError(error) && (awayMessages.test(error.message) || isDatabaseUnavailable(error.cause))
  );
}

/** Whether an error, or one of its causes, has a code that matches. */
function hasCode(error: unknown, codes: RegExp): boolean {
  if (!types.isNativeError(error)) return false;
  const matches = 'code' in error && typeof error.code === 'string' && codes.test(error.code);
  return matches || hasCode(error.cause, codes);
}
