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

/** The form in which an asset goes into the code, by its kind and by the pane that had the focus last. */
export function insertionOf(asset: Asset, focused: SourceLanguage | null): AssetInsertion {
  const { category, name, url } = asset;
  // No browser runs TypeScript as it is, and the engine compiles the panes alone: such a file is linked like data.
  const isLinked = category === 'json' || category === 'docs' || extensionOf(name) === 'ts';
  if (category === 'fonts') return css(placeRule(fontFace(asset)));
  if (focused === 'css' && category === 'images') return css(placeInRule(url));
  if (focused === 'css' && category === 'css') return css(placeImport(`@import url("${url}");`));
  if (focused === 'js' && isLinked) return { language: 'js', compose: quoted(url) };
  return { language: 'html', compose: placeInHtml(isLinked ? link(asset) : element(asset), url) };
}

function css(compose: Compose): AssetInsertion {
  return { language: 'css', compose };
}

function quoted(url: string): Compose {
  return (code, caret) => ({ at: caret ?? code.length, text: `"${url}"` });
}

/** An asset's address holds nothing that would have to be written otherwise in an attribute. */
function link({ name, url }: Asset): string {
  return `<a href="${url}">${escapeHtml(name)}</a>`;
}

function element({ category, name, url }: Asset): string {
  if (category === 'images') return `<img src="${url}" alt="${escapeHtml(stem(name))}">`;
  if (category === 'css') return `<link rel="stylesheet" href="${url}">`;
  if (category === 'js') return `<script src="${url}"></script>`;
  const player = extensionOf(name) === 'mp3' ? 'audio' : 'video';
  return `<${player} controls src="${url}"></${player}>`;
}

const fontFormats: Record<string, string> = {
  woff: 'woff',
  woff2: 'woff2',
  ttf: 'truetype',
  otf: 'opentype',
};

function fontFace({ name, url }: Asset): string {
  const format = fontFormats[extensionOf(name)];
  return [
    '@font-face {',
    `  font-family: "${stem(name).replace(/["\\]/g, '')}";`,
    `  src: url("${url}") format("${format}");`,
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
