/**
 * What a Discourse forum shows for a link on a line of its own, by the rules of its generic onebox. Left out are rules
 * that a test's studio cannot follow: the forum connects only to ports 80 and 443, and not to bare IP addresses.
 */

import { escapeHtml } from './forum-pages.ts';

export interface ForumRules {
  /** The site setting `allowed iframes`: prefixes of addresses. `https://*.` matches any subdomain. */
  allowedIframes: string[];
  /** Older versions use the size in oEmbed of type `rich`. Newer ones ignore it and show the player. */
  takesRichSizes?: boolean;
}

/** `frame`: an iframe in the post. `text`: title, description and picture. */
export interface Onebox {
  kind: 'frame' | 'text';
  html: string;
}

type Facts = Record<string, string>;

/** The sandbox of every frame, whatever the site requests. */
export const forumSandbox =
  'allow-same-origin allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation';
const keptAttributes = ['allowfullscreen', 'frameborder', 'height', 'scrolling', 'src', 'width'];
const longest = { title: 80, description: 250 };

/** Reads the page as the forum does, without cookies. Null: the forum shows a plain link. */
export async function onebox(url: string, rules: ForumRules): Promise<Onebox | null> {
  const facts = await readFacts(url, rules);
  if (!facts?.['title']) return null;
  // Articles are always shown as text.
  if (!/article/.test(facts['type'] ?? '')) {
    const frame = embeddedFrame(facts, rules) ?? playerFrame(facts, rules);
    if (frame) return { kind: 'frame', html: sanitized(frame) };
  }
  return facts['description'] || facts['image'] ? { kind: 'text', html: textOf(url, facts) } : null;
}

/** Merges Open Graph, Twitter and oEmbed. Of several values for a key, the first in this order counts. */
async function readFacts(url: string, { takesRichSizes = false }: ForumRules): Promise<Facts | null> {
  const page = await fetch(url, { credentials: 'omit' });
  if (!page.ok) return null;
  const tags = tagsOf(await page.text());
  const facts: Facts = {};
  for (const prefix of ['og:', 'twitter:'])
    for (const { property, name, content } of tags) {
      const key = [property, name].find((given) => given?.startsWith(prefix))?.slice(prefix.length);
      if (key && content) facts[key.replaceAll(':', '_')] ??= content;
    }
  const discovery = tags.find(({ type, rel }) => rel === 'alternate' && type === 'application/json+oembed');
  const oembed = discovery?.['href'] ? await readOEmbed(discovery['href']) : {};
  for (const [key, value] of Object.entries(oembed)) {
    const isSize = key === 'width' || key === 'height';
    if (!(isSize && oembed['type'] === 'rich' && !takesRichSizes)) facts[key] ??= String(value);
  }
  return facts;
}

async function readOEmbed(address: string): Promise<Record<string, unknown>> {
  const response = await fetch(address, { credentials: 'omit' });
  return response.ok ? ((await response.json()) as Record<string, unknown>) : {};
}

/** The iframe in oEmbed's HTML. Null without a height or from an address that is not allowed. */
function embeddedFrame({ html = '', width, height }: Facts, rules: ForumRules): Facts | null {
  const frame = attributesOf(/<iframe\b[^>]*>/.exec(html)?.[0] ?? '');
  if (!height || !isAllowed(frame['src'], rules)) return null;
  return { ...frame, width: width ?? '100%', height, scrolling: 'no', frameborder: '0' };
}

/** The iframe of a Twitter card of type `player`. */
function playerFrame(facts: Facts, rules: ForumRules): Facts | null {
  const { card, player, player_width: width = '100%', player_height: height = '' } = facts;
  if (card !== 'player' || !player || !isAllowed(player, rules)) return null;
  return { src: player, width, height, scrolling: 'no', frameborder: '0' };
}

function isAllowed(src: string | undefined, { allowedIframes }: ForumRules): boolean {
  return allowedIframes.some((beginning) => {
    const pattern = beginning
      .replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
      .replace(/^(https?:\\\/\\\/)?\\\*/, '$1\\S*');
    return src !== undefined && new RegExp(`^${pattern}`, 'i').test(src);
  });
}

/** The iframe with its permitted attributes alone: `style`, `allow`, `title` and others are removed. */
function sanitized(frame: Facts): string {
  const kept = keptAttributes.flatMap((name) =>
    frame[name] === undefined ? [] : [`${name}="${escapeHtml(frame[name])}"`],
  );
  return `<iframe ${kept.join(' ')} seamless="seamless" sandbox="${forumSandbox}"></iframe>`;
}

function textOf(url: string, { title = '', description = '', image }: Facts): string {
  const picture = image ? `<img src="${escapeHtml(image)}" class="thumbnail" alt="">` : '';
  return `<aside class="onebox">${picture}<h3><a href="${escapeHtml(url)}">${escapeHtml(title.slice(0, longest.title))}</a></h3><p>${escapeHtml(description.slice(0, longest.description))}</p></aside>`;
}

function tagsOf(html: string): Facts[] {
  return [...html.matchAll(/<(?:meta|link)\b[^>]*>/g)].map(([tag]) => attributesOf(tag));
}

function attributesOf(tag: string): Facts {
  return Object.fromEntries(
    [...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, unescapeHtml(value)]),
  );
}

function unescapeHtml(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
}
