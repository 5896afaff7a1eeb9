import { type Asset, extensionOf } from '@studio/contract/http/assets';
import type { SourceLanguage } from '@studio/engine/source';
import type { Compose } from './compose.ts';
import { placeImport, placeInRule, placeRule } from './place-in-css.ts';
import { placeInHtml } from './place-in-html.ts';

/** What makes an asset part of the code: the pane that it belongs to, and what is written there. */
export interface AssetInsertion {
  language: SourceLanguage;
  compose: Compose;
}

/** A file as code names it. */
interface NamedFile {
  name: string;
  /** From the root of the project's own origin, which leads on to the file: code outlives the studio's domains (ADR 43). */
  path: string;
}

/** The form in which an asset goes into the code, by its kind and by the pane that had the focus last. */
export function insertionOf({ category, name, url }: Asset, focused: SourceLanguage | null): AssetInsertion {
  const { pathname: path } = new URL(url);
  const file = { name, path };
  // No browser runs TypeScript as it is, and the engine compiles the panes alone: such a file is linked like data.
  const isLinked = category === 'json' || category === 'docs' || extensionOf(name) === 'ts';
  if (category === 'fonts') return css(placeRule(fontFace(file)));
  if (focused === 'css' && category === 'images') return css(placeInRule(path));
  if (focused === 'css' && category === 'css') return css(placeImport(`@import url("${path}");`));
  if (focused === 'js' && isLinked) return { language: 'js', compose: quoted(path) };
  return { language: 'html', compose: placeInHtml(isLinked ? link(file) : element(file, category), path) };
}

function css(compose: Compose): AssetInsertion {
  return { language: 'css', compose };
}

function quoted(path: string): Compose {
  return (code, caret) => ({ at: caret ?? code.length, text: `"${path}"` });
}

/** An asset's address holds nothing that would have to be written otherwise in an attribute. */
function link({ name, path }: NamedFile): string {
  return `<a href="${path}">${escapeHtml(name)}</a>`;
}

function element({ name, path }: NamedFile, category: Asset['category']): string {
  if (category === 'images') return `<img src="${path}" alt="${escapeHtml(stem(name))}">`;
  if (category === 'css') return `<link rel="stylesheet" href="${path}">`;
  if (category === 'js') return `<script src="${path}"></script>`;
  const player = extensionOf(name) === 'mp3' ? 'audio' : 'video';
  return `<${player} controls src="${path}"></${player}>`;
}

const fontFormats: Record<string, string> = {
  woff: 'woff',
  woff2: 'woff2',
  ttf: 'truetype',
  otf: 'opentype',
};

function fontFace({ name, path }: NamedFile): string {
  const format = fontFormats[extensionOf(name)];
  return [
    '@font-face {',
    `  font-family: "${stem(name).replace(/["\\]/g, '')}";`,
    `  src: url("${path}") format("${format}");`,
    '}',
  ].join('\n');
}

/** A file's name without its extension. */
function stem(name: string): string {
  return name.replace(/\.[^.]+$/, '');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
