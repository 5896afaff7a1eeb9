import { limits } from '@studio/contract/limits';

const copied = / \(copy(?: (?<number>[1-9]\d{0,5}))?\)$/;

/** What a copy of one's own project is called: `Clock (copy)`, its own copy `Clock (copy 2)`; as long as a title may be. */
export function copyTitle(title: string): string {
  const ending = copied.exec(title);
  if (!ending) return withEnding(title, ' (copy)');
  const number = Number(ending.groups?.['number'] ?? 1) + 1;
  return withEnding(title.slice(0, ending.index), ` (copy ${number})`);
}

function withEnding(title: string, ending: string): string {
  // A pair of surrogates is not cut in two.
  const start = title.slice(0, limits.titleLength - ending.length).replace(/[\ud800-\udbff]$/, '');
  return `${start.trimEnd()}${ending}`;
}
