import { limits } from '@studio/contract/limits';
import { customAlphabet } from 'nanoid';

/** A random id: 16 characters of `[0-9a-z]`, as a project's id is also a host name (specification: Project record). */
export const newId = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', limits.idLength);

/** An id as part of a regular expression. */
export const idPattern = '[0-9a-z]{16}';
/** The number of a revision as part of a regular expression. */
export const revPattern = '[1-9]\\d{0,8}';
