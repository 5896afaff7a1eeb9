import type { OEmbed, OEmbedQuery } from '@studio/contract/http/oembed';
import { escapeHtml } from '../../common/text-format.js';
import type { UnfoldedProject } from '../projects/reading/link-previews.service.js';
import { oneLine } from './one-line.js';
import type { addressesOf } from './project-links.js';

/** SPEC 2 Embed code: 600 high. It is as wide as its page there; oEmbed wants a number, and pages make wide frames narrower. */
export const frameSize = { width: 800, height: 600 };
export const productName = 'CodeStudio';

const cacheSeconds = 3_600;

/** What an embeddable project unfolds into on another site, no larger than that asks for (oEmbed 2.3). */
export function writeOEmbed(
  project: UnfoldedProject,
  { embed, card }: ReturnType<typeof addressesOf>,
  providerUrl: string,
  {
    maxwidth = Number.POSITIVE_INFINITY,
    maxheight = Number.POSITIVE_INFINITY,
  }: Pick<OEmbedQuery, 'maxwidth' | 'maxheight'>,
): OEmbed {
  const title = oneLine(project.title);
  const width = Math.min(frameSize.width, maxwidth);
  const height = Math.min(frameSize.height, maxheight);
  const cardFits = card.width <= maxwidth && card.height <= maxheight;
  return {
    type: 'rich',
    version: '1.0',
    title,
    author_name: oneLine(project.author),
    provider_name: productName,
    provider_url: providerUrl,
    cache_age: cacheSeconds,
    html: `<iframe src="${escapeHtml(embed)}" width="${width}" height="${height}" title="${escapeHtml(title)}" style="border:0;max-width:100%"></iframe>`,
    width,
    height,
    ...(cardFits
      ? { thumbnail_url: card.url, thumbnail_width: card.width, thumbnail_height: card.height }
      : {}),
  };
}
