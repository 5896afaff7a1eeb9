/** More than any body of the contract or of a webhook has in the whole of it: commas and colons outside of strings. */
export const jsonSeparators = 20_000;
/** How deep objects and arrays may lie in each other. */
export const jsonDepth = 100;

const quote = 0x22;
const backslash = 0x5c;
/** What each byte does outside of a string; a table, because it is asked for each of 8 MiB. */
const nothing = 0;
const opensText = 1;
const separates = 2;
const goesDeeper = 3;
const comesBack = 4;
const meaning = new Uint8Array(256);
meaning[quote] = opensText;
for (const sign of Buffer.from(',:')) meaning[sign] = separates;
for (const sign of Buffer.from('[{')) meaning[sign] = goesDeeper;
for (const sign of Buffer.from(']}')) meaning[sign] = comesBack;

/**
 * Whether a body can be parsed quickly: it has few values, whatever their size. A million keys or levels would hold up
 * everybody for seconds; a text of the same size takes some milliseconds. Whether it is JSON is left to the parser.
 */
export function isQuickJson(body: Buffer): boolean {
  let separators = 0;
  let depth = 0;
  for (let at = 0; at < body.length; at += 1) {
    const does = meaning[body[at] as number];
    if (does === nothing) continue;
    if (does === opensText) at = endOfString(body, at);
    else if (does === separates) separators += 1;
    else if (does === goesDeeper) depth += 1;
    else if (does === comesBack) depth -= 1;
    if (separators > jsonSeparators || depth > jsonDepth) return false;
  }
  return true;
}

/** Where the string that begins here ends; the end of the body for one that does not. */
function endOfString(body: Buffer, start: number): number {
  let at = start + 1;
  while (at < body.length && body[at] !== quote) at += body[at] === backslash ? 2 : 1;
  return at;
}
