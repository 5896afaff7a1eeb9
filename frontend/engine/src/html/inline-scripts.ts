import { readAttributes, scanTags } from './scan-tags.js';

/** A script that stands in the page itself; `start` and `end` enclose its text, which follows its tag. */
export interface InlineScript {
  kind: 'classic' | 'module' | 'importmap';
  tagStart: number;
  start: number;
  end: number;
}

const javaScriptType = /^(?:(?:application|text)\/(?:x-)?(?:java|ecma)script)?$/i;

/** The scripts within a page that a browser would run or read, with what they hold. */
export function findInlineScripts(html: string): InlineScript[] {
  const found: InlineScript[] = [];
  for (const tag of scanTags(html)) {
    if (tag.kind !== 'start' || tag.name !== 'script') continue;
    const attributes = readAttributes(html, tag);
    const kind = attributes.has('src') ? null : scriptKind(attributes.get('type'));
    if (kind) found.push({ kind, tagStart: tag.start, start: tag.end, end: tag.contentEnd });
  }
  return found;
}

function scriptKind(type = ''): InlineScript['kind'] | null {
  const name = type.trim().toLowerCase();
  if (name === 'module' || name === 'importmap') return name;
  return javaScriptType.test(name) ? 'classic' : null;
}
