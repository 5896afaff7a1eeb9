import { scanTags } from '../html/scan-tags.js';

/** The project's title for the head of a page; empty if the page has a title, as one in the body counts, too. */
export function titleElement(title: string, html: string): string {
  const hasTitle = [...scanTags(html)].some(
    ({ kind, name, isForeign }) => kind === 'start' && name === 'title' && !isForeign,
  );
  return hasTitle ? '' : `<title>${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</title>`;
}
