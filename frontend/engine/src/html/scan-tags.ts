/** A start tag, an end tag, the doctype, a comment, or an unclosed part, as offsets into the page's text. */
export interface Tag {
  kind: 'start' | 'end' | 'doctype' | 'comment' | 'unclosed';
  /** In lower case; empty for the doctype and comments; for `unclosed` the text that would close it. */
  name: string;
  start: number;
  /** Right behind its `>`. */
  end: number;
  /** The end of the text of a raw element, or of an inert template; `end` for all others. */
  contentEnd: number;
  /** Within SVG or MathML, where `<title/>` has no content and scripts are read as in XML. */
  isForeign: boolean;
}

/** Elements whose content is text, not markup. */
const rawText = new Set([
  'script',
  'style',
  'textarea',
  'title',
  'noscript',
  'iframe',
  'xmp',
  'noembed',
  'noframes',
]);

const tagStart = /<(?:[!?]|\/?[a-z]|\/[^a-z>])/gi;
const commentEnd = /--!?>/g;
const space = /[\t\n\f\r ]/;
const tagName = /[^\t\n\f\r />]*/y;

/**
 * The tags of a page in their order, in linear time. Skips the content of comments, of raw elements, and of templates,
 * which is not part of the page, unless the template is a shadow root.
 */
export function* scanTags(html: string): Generator<Tag> {
  /** The inert template that is read, and how deep its content is nested in templates. */
  let template: Tag | null = null;
  let depth = 0;
  for (const tag of everyTag(html)) {
    if (tag.name === 'template' && !isEmptyElement(html, tag)) {
      if (tag.kind === 'end') depth -= 1;
      else if (template) depth += 1;
      else if (!isShadowRoot(html, tag)) {
        template = tag;
        depth = 1;
      }
    }
    if (template && depth > 0 && tag.kind !== 'unclosed') continue;
    if (template) {
      template.contentEnd = tag.start;
      yield template;
      template = null;
    }
    yield tag;
  }
  if (!template) return;
  template.contentEnd = html.length;
  yield template;
  yield unclosed(html, template.start, '</template>');
}

function isShadowRoot(html: string, tag: Tag): boolean {
  return /^(?:open|closed)$/i.test(readAttributes(html, tag).get('shadowrootmode') ?? '');
}

/** Only in SVG and MathML a slash ends an element. */
function isEmptyElement(html: string, { isForeign, end }: Pick<Tag, 'isForeign' | 'end'>): boolean {
  return isForeign && html[end - 2] === '/';
}

function* everyTag(html: string): Generator<Tag> {
  let at = 0;
  /** Nesting depth within SVG or MathML. */
  let foreign = 0;
  /** That depth outside of each open template. */
  const outside: number[] = [];
  const find = new RegExp(tagStart);
  while (at < html.length) {
    find.lastIndex = at;
    const match = find.exec(html);
    if (!match) return;
    const start = match.index;
    if (html.startsWith('<!--', start)) {
      const end = commentEndAt(html, start);
      at = end ?? html.length;
      if (end === null) yield unclosed(html, start, '-->');
      else yield { kind: 'comment', name: '', start, end: at, contentEnd: at, isForeign: foreign > 0 };
      continue;
    }
    // Browsers also read `<?`, and `</` without a letter behind it, as comments.
    const isDeclaration = !/[a-z]$/i.test(match[0]);
    const { end, missing } = isDeclaration ? declarationEnd(html, start) : tagEnd(html, start);
    at = end;
    if (missing) {
      yield unclosed(html, start, missing);
      return;
    }
    if (isDeclaration) {
      const isDoctype = html.slice(start, start + 9).toLowerCase() === '<!doctype';
      const kind = isDoctype ? 'doctype' : 'comment';
      yield { kind, name: '', start, end, contentEnd: end, isForeign: foreign > 0 };
      continue;
    }
    const kind = html[start + 1] === '/' ? 'end' : 'start';
    const name = nameAt(html, kind === 'end' ? start + 2 : start + 1);
    if (kind === 'start' && name === 'plaintext') {
      yield { kind, name, start, end, contentEnd: html.length, isForeign: foreign > 0 };
      return;
    }
    const isForeign = name === 'svg' || name === 'math' || foreign > 0;
    const isEmpty = isEmptyElement(html, { isForeign, end });
    if ((name === 'svg' || name === 'math') && !isEmpty)
      foreign = Math.max(0, foreign + (kind === 'end' ? -1 : 1));
    if (name === 'template' && !isEmpty) {
      if (kind === 'start') outside.push(foreign);
      else foreign = outside.pop() ?? foreign;
    }
    const isRaw = kind === 'start' && rawText.has(name) && !isEmpty;
    if (isRaw) at = endOfRawText(html, name, end);
    yield { kind, name, start, end, contentEnd: at, isForeign };
    if (isRaw && at === html.length) yield unclosed(html, start, `</${name}>`);
  }
}

/** An unclosed part, which contains the rest of the page. */
function unclosed(html: string, start: number, closer: string): Tag {
  return {
    kind: 'unclosed',
    name: closer,
    start,
    end: html.length,
    contentEnd: html.length,
    isForeign: false,
  };
}

function nameAt(html: string, at: number): string {
  tagName.lastIndex = at;
  return (tagName.exec(html)?.[0] ?? '').toLowerCase();
}

/** The offset behind the `>` of a tag, or what is missing, by the states of the HTML standard's tokenizer. */
function tagEnd(html: string, start: number): { end: number; missing: string } {
  let state: 'tagName' | 'beforeName' | 'name' | 'afterName' | 'beforeValue' | 'value' = 'tagName';
  for (let at = start + 2; at < html.length; at += 1) {
    const character = html[at] as string;
    if (character === '>') return { end: at + 1, missing: '' };
    const isSpace = space.test(character);
    if (state === 'beforeValue') {
      if (isSpace) continue;
      if (character !== '"' && character !== "'") {
        state = 'value';
        continue;
      }
      at = html.indexOf(character, at + 1);
      if (at < 0) return { end: html.length, missing: `${character}>` };
      state = 'beforeName';
    } else if (state === 'value') {
      if (isSpace) state = 'beforeName';
    } else if (character === '/') state = 'beforeName';
    else if (isSpace) state = state === 'name' ? 'afterName' : state === 'tagName' ? 'beforeName' : state;
    else if (state === 'tagName') continue;
    else if (character === '=' && state !== 'beforeName') state = 'beforeValue';
    else state = 'name';
  }
  return { end: html.length, missing: '>' };
}

/** The offset behind a comment; null if unclosed. Its first dashes may be its last: `<!-->`, `<!--->`. */
function commentEndAt(html: string, start: number): number | null {
  commentEnd.lastIndex = start + 2;
  for (let match = commentEnd.exec(html); match; match = commentEnd.exec(html))
    if (match[0] === '-->' || match.index >= start + 4) return commentEnd.lastIndex;
  return null;
}

function declarationEnd(html: string, start: number): { end: number; missing: string } {
  const close = html.indexOf('>', start);
  return close < 0 ? { end: html.length, missing: '>' } : { end: close + 1, missing: '' };
}

function endOfRawText(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi');
  close.lastIndex = from;
  return close.exec(html)?.index ?? html.length;
}

/** The texts of all elements of a name that holds raw text. */
export function elementTexts(html: string, name: string): string[] {
  return [...scanTags(html)]
    .filter((tag) => tag.kind === 'start' && tag.name === name)
    .map(({ end, contentEnd }) => html.slice(end, contentEnd));
}

/** The addresses of the scripts that a page loads, as they are written. */
export function scriptAddresses(html: string): string[] {
  return [...scanTags(html)].flatMap((tag) =>
    tag.kind === 'start' && tag.name === 'script' ? (readAttributes(html, tag).get('src') ?? []) : [],
  );
}

const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/** The attributes of a start tag, with names in lower case; the first of equal names counts. */
export function readAttributes(html: string, { name, start, end }: Tag): Map<string, string> {
  const attributes = new Map<string, string>();
  const text = html.slice(start + 1 + name.length, end - 1);
  for (const [, key = '', double, single, bare] of text.matchAll(attribute)) {
    const lower = key.toLowerCase();
    if (!attributes.has(lower)) attributes.set(lower, double ?? single ?? bare ?? '');
  }
  return attributes;
}
