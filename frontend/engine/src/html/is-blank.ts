import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { Source } from '../source.js';
import { scanTags } from './scan-tags.js';

/** Elements that are invisible together with their content. */
const unseen = new Set(['script', 'style', 'head', 'template', 'noscript']);
/** Elements that every page has. */
const page = new Set(['html', 'body']);

/** Whether the HTML pane is empty: no text, and no element except a framework's mount point. */
export function isBlank({ html, frameworkConfig }: Source): boolean {
  let elements = 0;
  let at = 0;
  let isInHead = false;
  for (const { kind, name, start, contentEnd } of scanTags(html)) {
    if (!isInHead && html.slice(at, start).trim() !== '') return false;
    at = contentEnd;
    if (name === 'head' || name === 'body') isInHead = name === 'head' && kind === 'start';
    if (kind === 'start' && !isInHead && !unseen.has(name) && !page.has(name)) elements += 1;
  }
  return (
    (isInHead || html.slice(at).trim() === '') &&
    elements <= (frameworkConfig.framework === 'vanilla' ? 0 : 1)
  );
}

/** Elements that are visible even when empty. */
const seen = new Set(
  'img svg picture video audio iframe object embed input button textarea select meter progress hr math'.split(
    ' ',
  ),
);

/**
 * Whether scripts draw what the page shows: it has a script, and either a canvas or neither text nor any element that
 * is visible when empty.
 */
export function isDrawnByScript({ html, js, frameworkConfig }: Source): boolean {
  let hasScript = js.trim() !== '' || loadsScript(frameworkConfig);
  let hasCanvas = false;
  let isSeen = false;
  let at = 0;
  let isInHead = false;
  for (const { kind, name, start, contentEnd } of scanTags(html)) {
    if (!isInHead && html.slice(at, start).trim() !== '') isSeen = true;
    at = contentEnd;
    if (name === 'head' || name === 'body') isInHead = name === 'head' && kind === 'start';
    if (kind !== 'start' || isInHead) continue;
    if (name === 'script') hasScript = true;
    else if (name === 'canvas') hasCanvas = true;
    else if (seen.has(name)) isSeen = true;
  }
  if (!isInHead && html.slice(at).trim() !== '') isSeen = true;
  return hasScript && (hasCanvas || !isSeen);
}

/** Whether the page may run code: a script, or a handler in its markup. */
export function hasScript({ html, js, frameworkConfig }: Omit<Source, 'css'>): boolean {
  return js.trim() !== '' || loadsScript(frameworkConfig) || /<script|\son\w+\s*=/i.test(html);
}

function loadsScript({ resources = [] }: FrameworkConfig): boolean {
  return resources.some(({ kind }) => kind === 'script');
}
