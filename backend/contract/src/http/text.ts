import * as z from 'zod/mini';
import { limits } from '../limits.js';

const encoder = new TextEncoder();

function utf8Bytes(text: string): number {
  return encoder.encode(text).length;
}

/** PostgreSQL cannot store NUL, and UTF-8 has no lone surrogates. Both are refused instead of altered. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

const storable = z.refine<string>(isStorable, 'must not contain NUL or lone surrogates');

/** A line or paragraph of at most `max` UTF-16 units. */
export function text(max: number, min = 0) {
  const error = `must have at most ${max.toLocaleString('en')} characters`;
  return z.string().check(
    z.minLength(min, min === 1 ? 'must not be empty' : `must have at least ${min} characters`),
    z.maxLength(max, { error, abort: true }),
    // zod counts code points, which can have two units each.
    z.refine<string>(({ length }) => length <= max, error),
    storable,
  );
}

/** Whether a text has a character that is seen, not only spaces, direction marks and fillers. */
export function showsSomething(text: string): boolean {
  return /[^\s\p{Cf}\p{Cc}\p{DI}\u2800]/u.test(text);
}

/** A text that somebody has to read: at least one visible character, and at most `max` UTF-16 units. */
export function visibleText(max: number) {
  return text(max).check(z.refine<string>(showsSomething, 'must not be empty'));
}

/** Source code, kept to the byte, of at most 1 MiB in UTF-8. */
export const SourceCode = z.string().check(
  z.refine<string>(
    (code) => code.length * 3 <= limits.sourceBytes || utf8Bytes(code) <= limits.sourceBytes,
    `must have at most ${limits.sourceBytes.toLocaleString('en')} bytes (1 MiB)`,
  ),
  storable,
);

/** An id: 16 characters of `[0-9a-z]`, as a project's id is also a host name (specification: Project record). */
export const Id = z.string().check(z.regex(/^[0-9a-z]{16}$/, 'must be 16 characters of 0-9 and a-z'));

/** A user name, unique without regard to case (specification: Session). */
export const Username = z
  .string()
  .check(
    z.minLength(limits.usernameMin, `must have at least ${limits.usernameMin} characters`),
    z.maxLength(limits.usernameMax, `must have at most ${limits.usernameMax} characters`),
    z.regex(/^[A-Za-z0-9_-]*$/, 'takes letters, digits, _ and -'),
  );

/** ISO 8601 in UTC. */
export const Timestamp = z.iso.datetime();

/** The path parameters of all routes for one resource. */
export const IdParams = z.object({ id: Id });
export type IdParams = z.infer<typeof IdParams>;

/**
 * The headers of calls that create something. A repeated request with the same `idempotency-key` and content returns what
 * the first one created: 422 with other content, 404 if that has been deleted since.
 */
export const KeyedHeaders = z.object({
  'idempotency-key': z.optional(text(limits.idempotencyKeyLength, 1)),
});
export type KeyedHeaders = z.infer<typeof KeyedHeaders>;
