import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import * as texts from '../texts.ts';

/** A project whose code names an asset. */
export interface AssetUse {
  id: string;
  title: string;
}

const namedMost = 5;

/** What is asked before an asset goes; `uses` is null where it could not be found out. */
export function deleteQuestion(name: string, uses: readonly AssetUse[] | null): string {
  const question = texts.deleteQuestion(bidiIsolate(name));
  if (uses === null) return `${question} ${texts.usesUnknown}`;
  if (uses.length === 0) return question;
  const named = uses.slice(0, namedMost).map(({ title }) => `“${bidiIsolate(title)}”`);
  const more = uses.length - named.length;
  if (more > 0) named.push(texts.otherProjects(more));
  const list = new Intl.ListFormat('en').format(named);
  return `${question} ${texts.usedIn(list)}`;
}
