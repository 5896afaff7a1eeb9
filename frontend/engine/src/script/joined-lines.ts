import type { Token } from 'acorn';

/**
 * True if two lines may have become one statement because a type was removed between them. TypeScript would put a semicolon
 * there. The lines of `js` are those of `source`; lines with JSX count as lines with types.
 */
export async function mayJoinLines(source: string, js: string, isModule: boolean): Promise<boolean> {
  if (source === js) return false;
  const { tokenizer } = await import('acorn');
  const written = source.split('\n');
  const lines = js.split('\n');
  const sourceType = isModule ? 'module' : 'script';
  let before: Token | null = null;
  try {
    for (const token of tokenizer(js, { ecmaVersion: 'latest', sourceType, locations: true })) {
      const from = before?.loc?.end.line ?? 0;
      const to = token.loc?.start.line ?? 0;
      if (before && from < to && dependsOnLineEnd(js, before, token))
        for (let line = from; line <= to; line += 1) if (written[line - 1] !== lines[line - 1]) return true;
      before = token;
    }
  } catch {
    return true;
  }
  return false;
}

/** Whether the line end between two tokens can decide where a statement ends. */
function dependsOnLineEnd(js: string, before: Token, after: Token): boolean {
  const word = js.slice(before.start, before.end);
  if (word === 'return' || word === 'yield') return after.type.label !== '}';
  return !unfinished.test(word) && continuation.test(js[after.start] ?? '');
}

/** Tokens after which a line end makes no difference. */
const unfinished = /[;,{([:?=<>&|*%^~!]$|^[+\-/]$/;

/** Characters that can begin a statement and can also continue the previous one. */
const continuation = /[([`+\-/<]/;
