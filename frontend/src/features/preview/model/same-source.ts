import type { Source } from '@studio/engine/source';

/** Whether two sources give the same page. */
export function isSameSource(one: Source, other: Source): boolean {
  return one.html === other.html && one.css === other.css && one.js === other.js && hasSameConfig(one, other);
}

/** Whether two sources are compiled in the same way. */
export function hasSameConfig(one: Source, other: Source): boolean {
  return JSON.stringify(one.frameworkConfig) === JSON.stringify(other.frameworkConfig);
}
