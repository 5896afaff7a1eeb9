import * as z from 'zod/mini';
import { route } from '../route.js';
import { wholeNumber } from './paging.js';

const WebAddress = z
  .string()
  .check(
    z.maxLength(2_000, 'must have at most 2,000 characters'),
    z.refine<string>(isWebAddress, 'must be an address that begins with http:// or https://'),
  );

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

export const OEmbedQuery = z.object({
  /** The page of a project, or its embed, on this studio. */
  url: WebAddress,
  maxwidth: z.optional(wholeNumber(1, 1_000_000)),
  maxheight: z.optional(wholeNumber(1, 1_000_000)),
  format: z._default(z.string(), 'json'),
});
export type OEmbedQuery = z.infer<typeof OEmbedQuery>;

/** oEmbed 2.3.4: a frame to put into another page. Sizes in CSS pixels. */
export const OEmbed = z.object({
  type: z.literal('rich'),
  version: z.literal('1.0'),
  title: z.string(),
  author_name: z.string(),
  provider_name: z.string(),
  provider_url: z.string(),
  /** In seconds. */
  cache_age: z.int(),
  html: z.string(),
  width: z.int(),
  height: z.int(),
  /** The card picture; omitted if it is larger than requested. */
  thumbnail_url: z.optional(z.string()),
  thumbnail_width: z.optional(z.int()),
  thumbnail_height: z.optional(z.int()),
});
export type OEmbed = z.infer<typeof OEmbed>;

export const oembedRoutes = {
  oembed: route({
    method: 'GET',
    path: '/oembed',
    summary:
      'oEmbed of an embeddable project, by the address of its page or embed. 404 for any other address, 501 for any format but json.',
    access: 'none',
    status: 200,
    query: OEmbedQuery,
    response: OEmbed,
  }),
};
