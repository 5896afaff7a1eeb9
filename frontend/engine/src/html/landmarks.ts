import { scanTags, type Tag } from './scan-tags.js';

/** Where content can be added to a page, as offsets into its text; -1 if the page lacks that place. */
export interface HtmlLandmarks {
  /** Right behind `<!doctype …>`, which counts only where no element comes before it. */
  afterDoctype: number;
  /** Right behind `<html …>`. */
  afterHtmlStart: number;
  /** Right behind `<head …>`. */
  afterHeadStart: number;
  /** At `</head>`; without it at the first element that cannot be in a head. */
  headEnd: number;
  /** At `<body …>`. */
  bodyStart: number;
  /** At the last `</body>`, else at the last `</html>`. */
  bodyEnd: number;
  /** Whether a tag, an element or a text opens its body, or frames take its place. */
  hasBody: boolean;
  /** The first unclosed part of the page, if any. */
  unclosed: Tag | null;
}

/** Elements that do not start the body: those of a head, and those around it. */
const outsideBody = new Set([
  'html',
  'head',
  'title',
  'base',
  'link',
  'meta',
  'style',
  'script',
  'noscript',
  'template',
  'noframes',
  'basefont',
  'bgsound',
]);

/** Finds the landmarks of a hand-written page: any may be missing, and upper and lower case may be mixed. */
export function findLandmarks(html: string): HtmlLandmarks {
  const found: HtmlLandmarks = {
    afterDoctype: -1,
    afterHtmlStart: -1,
    afterHeadStart: -1,
    headEnd: -1,
    bodyStart: -1,
    bodyEnd: -1,
    hasBody: false,
    unclosed: null,
  };
  let htmlEnd = -1;
  let bodyContent = -1;
  let elements = 0;
  let read = 0;
  for (const tag of scanTags(html)) {
    const { kind, name, start, end } = tag;
    found.hasBody ||= !isBlank(html, read, start);
    read = tag.contentEnd;
    if (kind === 'start' || kind === 'end') elements += 1;
    if (kind === 'unclosed') found.unclosed = tag;
    else if (kind === 'doctype') {
      if (found.afterDoctype < 0 && elements === 0) found.afterDoctype = end;
    } else if (kind === 'end') {
      if (name === 'head' && found.headEnd < 0) found.headEnd = start;
      if (name === 'body') found.bodyEnd = start;
      if (name === 'html') htmlEnd = start;
    } else if (kind === 'start') {
      if (name === 'html' && found.afterHtmlStart < 0) found.afterHtmlStart = end;
      if (name === 'head' && found.afterHeadStart < 0) found.afterHeadStart = end;
      if (name === 'body' && found.bodyStart < 0) found.bodyStart = start;
      if (bodyContent < 0 && !outsideBody.has(name)) bodyContent = start;
    }
  }
  found.hasBody ||= bodyContent >= 0 || !isBlank(html, read, html.length);
  if (found.bodyEnd < 0) found.bodyEnd = htmlEnd;
  if (found.headEnd < 0) found.headEnd = bodyContent;
  return found;
}

function isBlank(html: string, from: number, to: number): boolean {
  return html.slice(from, to).trim() === '';
}
