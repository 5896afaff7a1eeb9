/** What may stand before the first element of an XML document. */
const prologue = [/<\?[^]*?\?>/y, /<!--[^]*?-->/y, /<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>/iy];
const whiteSpace = /\s*/y;
const svgElement = /<(?:[\w-]+:)?svg[\s/>]/y;

/** Whether the first element of a document, of which this is the beginning, is `svg`. */
export function isSvg(text: string): boolean {
  let at = 0;
  const skip = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found !== null;
  };
  do skip(whiteSpace);
  while (prologue.some(skip));
  return skip(svgElement);
}
