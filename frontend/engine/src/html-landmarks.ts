/** Where a page can take more content, as offsets into its text; -1 where the page does not have that place. */
export interface HtmlLandmarks {
  hasDoctype: boolean;
  /** Right behind `<html …>`. */
  afterHtmlStart: number;
  /** Right behind `<head …>`. */
  afterHeadStart: number;
  /** At `</head>`. */
  headEnd: number;
  /** At `<body …>`. */
  bodyStart: number;
  /** At the last `</body>`, else at the last `</html>`. */
  bodyEnd: number;
}

/** Comments, declarations and tags, with quoted attribute values skipped over. */
const markup = /<!--[\s\S]*?(?:-->|$)|<!([a-z]+)[^>]*>|<(\/?)([a-z][a-z0-9-]*)(?:"[^"]*"|'[^']*'|[^'">])*>/gi;

/** Elements whose content is text, not markup. */
const rawText = new Set(['script', 'style', 'textarea', 'title', 'noscript', 'iframe', 'template', 'xmp']);

/** Finds the landmarks of a page as a person wrote it: any of them may be missing or written in any case. */
export function findLandmarks(html: string): HtmlLandmarks {
  const found: HtmlLandmarks = {
    hasDoctype: false,
    afterHtmlStart: -1,
    afterHeadStart: -1,
    headEnd: -1,
    bodyStart: -1,
    bodyEnd: -1,
  };
  let htmlEnd = -1;
  markup.lastIndex = 0;
  for (let match = markup.exec(html); match; match = markup.exec(html)) {
    const [whole, declaration, slash, name] = match;
    if (declaration?.toLowerCase() === 'doctype') found.hasDoctype = true;
    const tag = name?.toLowerCase();
    if (!tag) continue;
    if (slash) {
      if (tag === 'head' && found.headEnd < 0) found.headEnd = match.index;
      if (tag === 'body') found.bodyEnd = match.index;
      if (tag === 'html') htmlEnd = match.index;
      continue;
    }
    const after = match.index + whole.length;
    if (tag === 'html' && found.afterHtmlStart < 0) found.afterHtmlStart = after;
    if (tag === 'head' && found.afterHeadStart < 0) found.afterHeadStart = after;
    if (tag === 'body' && found.bodyStart < 0) found.bodyStart = match.index;
    if (rawText.has(tag)) markup.lastIndex = endOfRawText(html, tag, after);
  }
  if (found.bodyEnd < 0) found.bodyEnd = htmlEnd;
  return found;
}

function endOfRawText(html: string, tag: string, from: number): number {
  const end = new RegExp(`</${tag}(?=[\\s/>])`, 'gi');
  end.lastIndex = from;
  const match = end.exec(html);
  return match ? match.index : html.length;
}
