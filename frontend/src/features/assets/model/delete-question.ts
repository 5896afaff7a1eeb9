import { isolated } from '@/lib/isolated.ts';

/** A project whose code names an asset. */
export interface AssetUse {
  id: string;
  title: string;
}

const namedMost = 5;

/** What is asked before an asset goes; `uses` is null where it could not be found out. */
export function deleteQuestion(name: string, uses: readonly AssetUse[] | null): string {
  const question = `Delete “${isolated(name)}”? This action cannot be undone.`;
  if (uses === null) return `${question} It could not be found out which of your projects use it.`;
  if (uses.length === 0) return question;
  const named = uses.slice(0, namedMost).map(({ title }) => `“${isolated(title)}”`);
  const more = uses.length - named.length;
  if (more > 0) named.push(more === 1 ? '1 other project' : `${more} other projects`);
  const list = new Intl.ListFormat('en').format(named);
  return `${question} It is used in ${list}, where it will be missing.`;
}
