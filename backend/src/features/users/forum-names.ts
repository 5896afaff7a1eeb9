import { limits } from '@studio/contract/limits';
import { newId } from '../../common/ids.js';

const counted = [2, 3, 4, 5, 6, 7, 8, 9];

/** Names to try for somebody of the forum, best first: as near to the forum's as ours may be, then with a suffix. */
export function* freeNames(forumName: string): Generator<string> {
  const name = nameFor(forumName);
  yield name;
  for (const number of counted) yield withSuffix(name, `-${number}`);
  for (const _ of counted) yield withSuffix(name, `-${newId().slice(0, 6)}`);
}

/** Whether an account's name is made of this one of the forum, with a suffix or without. */
export function isNameFor(username: string, forumName: string): boolean {
  const name = nameFor(forumName);
  const [suffix = ''] = /-(?:[2-9]|[\da-z]{6})$/.exec(username) ?? [];
  return username === name || (suffix !== '' && username === withSuffix(name, suffix));
}

/** The forum allows signs and lengths that the studio does not (CONTRACT 2). */
function nameFor(forumName: string): string {
  const plain = forumName
    .normalize('NFKD')
    // Marks and invisible signs: what looks like another's name shall be compared with it.
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .slice(0, limits.usernameMax);
  return plain.length < limits.usernameMin ? 'member' : plain;
}

function withSuffix(name: string, suffix: string): string {
  return name.slice(0, limits.usernameMax - suffix.length) + suffix;
}
