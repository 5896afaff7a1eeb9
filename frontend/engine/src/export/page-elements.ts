import { readAttributes, scanTags, type Tag } from '../html/scan-tags.js';

const contentForVite = /(?<=<\/?)(?:noscript|template)(?=[\t\n\f\r />])/gi;

/** The tags of a page as Vite finds them: also within `<noscript>` and `<template>`, whose names are changed here. */
export function tagsForVite(html: string): Iterable<Tag> {
  return scanTags(html.replace(contentForVite, (name) => 'x'.repeat(name.length)));
}

/** Markup with the texts of its style elements replaced. */
export function mapStyles(
  markup: string,
  replacement: (css: string, attributes: Map<string, string>) => string,
): string {
  let text = '';
  let at = 0;
  for (const tag of tagsForVite(markup)) {
    if (tag.kind !== 'start' || tag.name !== 'style') continue;
    const css = replacement(markup.slice(tag.end, tag.contentEnd), readAttributes(markup, tag));
    text += markup.slice(at, tag.end) + css;
    at = tag.contentEnd;
  }
  return text + markup.slice(at);
}
