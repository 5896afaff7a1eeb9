import type { Compose, Placed } from './compose.ts';

/** Puts an address into a value at the caret, as `url("…")`, or alone where that stands there already. */
export function placeInRule(url: string): Compose {
  return (css, caret) => {
    const at = caret ?? css.length;
    const isInUrl = /url\(\s*["']?$/i.test(css.slice(0, at));
    return { at, text: isInUrl ? url : `url("${url}")` };
  };
}

/** Puts a rule of its own at the caret; where that is within another rule, before that one. */
export function placeRule(rule: string): Compose {
  return (css, caret) => {
    const at = caret ?? css.length;
    const { end, isBetween } = lastStatement(css.slice(0, at));
    return onOwnLines(css, isBetween ? at : end, rule);
  };
}

/** A statement that must stand before all rules, with the space and the comments before it. */
const leading =
  /(?:\s|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)*@(?:charset|import|use|forward)\b(?:"[^"]*"|'[^']*'|\([^)]*\)|[^;"'(])*;/gy;

/** Puts an `@import` behind those that are there: anywhere else browsers ignore it, whatever the caret says. */
export function placeImport(statement: string): Compose {
  return (css) => {
    let end = 0;
    for (const found of css.matchAll(leading)) end += found[0].length;
    return onOwnLines(css, end, statement);
  };
}

/** What is never closed goes to its end, so that nothing is looked at twice. */
const comment = /\/\*[\s\S]*?(?:\*\/|$)/g;
const token =
  /\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|url\([^)"']*\)?|[{};]/g;

/** Where the last whole statement of a style sheet ends, and whether nothing but space and comments follows. */
function lastStatement(css: string): { end: number; isBetween: boolean } {
  let depth = 0;
  let end = 0;
  for (const { 0: found, index } of css.matchAll(token)) {
    if (found === '{') depth += 1;
    if (found === '}') depth = Math.max(0, depth - 1);
    if (depth === 0 && (found === '}' || found === ';')) end = index + 1;
  }
  return {
    end,
    isBetween: css.slice(end).replace(comment, '').trim() === '',
  };
}

function onOwnLines(css: string, at: number, text: string): Placed {
  const before = at === 0 || css[at - 1] === '\n' ? '' : '\n';
  const after = css[at] === '\n' ? '' : '\n';
  return { at, text: `${before}${text}${after}` };
}
