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

/** Deadlocks, and transactions that could not have been one after another: PostgreSQL has undone one of them. */
const lostRaceCodes = /^(40001|40P01)$/;
/** Statements, waits for a lock and idle transactions that took longer than they may. */
const timeoutCodes = /^(57014|55P03|25P03)$/;

/** Whether an error says that the database has no room left: PostgreSQL's disk_full. */
export function isDiskFull(error: unknown): boolean {
  return hasCode(error, /^53100$/);
}

/** Whether an error says that a row cannot be stored: PostgreSQL's classes 22 (values) and 23 (constraints). */
export function isRefusedRow(error: unknown): boolean {
  return hasCode(error, /^2[23]\w{3}$/);
}

/** Whether a transaction was undone only because of another one at the same time: it may succeed now. */
export function isLostRace(error: unknown): boolean {
  return hasCode(error, lostRaceCodes);
}

/** What the database says where a row was locked for too long, of a wait for that row before there was a connection. */
export function lockTimeout(): Error {
  return Object.assign(new Error('waited too long for other transactions of the same row'), {
    code: '55P03',
  });
}

/** Whether the database has ended what took too long, or lost a race again. Nothing of it was done. */
export function isDatabaseBusy(error: unknown): boolean {
  return hasCode(error, timeoutCodes) || isLostRace(error);
}

/** Whether an error says that the database cannot be reached just now, rather than that a statement was wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (hasCode(error, awayCodes)) return true;
  return types.isNativeError(error) && (awayMessages.test(error.message) || isDatabaseAway(error.cause));
}

/** Whether an error, or what caused it, bears a code of PostgreSQL or Node like this. */
function hasCode(error: unknown, codes: RegExp): boolean {
  if (!types.isNativeError(error)) return false;
  const isSuch = 'code' in error && typeof error.code === 'string' && codes.test(error.code);
  return isSuch || hasCode(error.cause, codes);
}
