import { createHash } from 'node:crypto';
import { embedPath } from '@studio/contract/embed';
import type { OEmbed, OEmbedQuery } from '@studio/contract/http/oembed';
import { type ProjectKey, readProjectKey, writeProjectKey } from '@studio/contract/project-key';
import { framePermissions } from '@studio/contract/sandbox-frame';
import { escapeHtml, toOneLine } from '../../common/text-format.js';
import { type Config, isAppOrigin } from '../../config/config.js';
import type { PreviewedProject } from '../projects/reading/previewed-projects.service.js';
import { shareImageSize } from './share-image/draw-share-image.js';

/** In UTF-16 units; other sites show less. */
const maxDescriptionLength = 300;

/**
 * The tags that other sites read for a link to a project: Open Graph, a Twitter card, and for an embeddable project the
 * address of its oEmbed (specification: HTTP). `query` is that of the page that contains the tags.
 */
export function headTags(
  config: Config,
  project: PreviewedProject,
  page: LinkedPage,
  query = new URLSearchParams(),
): string {
  const addresses = linkPreviewAddresses(config, project, {
    page,
    options: page === 'embed' ? optionsOf(query) : '',
  });
  const title = toOneLine(project.title);
  // Without half of the last character.
  const description = toOneLine(project.description)
    .slice(0, maxDescriptionLength)
    .replace(/\p{Cs}$/u, '');
  const { image } = addresses;
  return [
    page === 'project' &&
      (project.isPublic ? link('canonical', addresses.project) : meta('name', 'robots', 'noindex')),
    project.isEmbeddable &&
      link('alternate', addresses.oembed, ` type="application/json+oembed" title="${escapeHtml(title)}"`),
    // Not `article`: Discourse would show only its text.
    property('type', 'website'),
    property('site_name', productName),
    property('url', addresses.project),
    property('title', title),
    property('description', description || `HTML, CSS and JavaScript by ${toOneLine(project.author)}`),
    property('image', image.url),
    property('image:type', 'image/png'),
    property('image:width', image.width),
    property('image:height', image.height),
    property('image:alt', `${title} by ${toOneLine(project.author)}, and the beginning of its code`),
    ...(project.isEmbeddable
      ? [
          twitter('card', 'player'),
          twitter('player', addresses.embed),
          twitter('player:width', frameSize.width),
          twitter('player:height', frameSize.height),
        ]
      : [twitter('card', 'summary_large_image')]),
  ]
    .filter((tag) => tag !== false)
    .join('');
}

function link(rel: string, href: string, rest = ''): string {
  return `<link rel="${rel}" href="${escapeHtml(href)}"${rest}>`;
}

function property(name: string, content: string | number): string {
  return meta('property', `og:${name}`, content);
}

function twitter(name: string, content: string | number): string {
  return meta('name', `twitter:${name}`, content);
}

function meta(kind: 'name' | 'property', name: string, content: string | number): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(String(content))}">`;
}

/** In pixels (specification: Embed page). Embeds are as wide as their page, but oEmbed needs a number. */
const frameSize = { width: 800, height: 600 };
const productName = 'CodeStudio';

const cacheSeconds = 3_600;

/** The oEmbed response for an embeddable project, no larger than the other site asks for (oEmbed 2.3). */
export function writeOEmbed(
  project: PreviewedProject,
  { embed, image }: ReturnType<typeof linkPreviewAddresses>,
  providerUrl: string,
  {
    maxwidth = Number.POSITIVE_INFINITY,
    maxheight = Number.POSITIVE_INFINITY,
  }: Pick<OEmbedQuery, 'maxwidth' | 'maxheight'>,
): OEmbed {
  const title = toOneLine(project.title);
  const width = Math.min(frameSize.width, maxwidth);
  const height = Math.min(frameSize.height, maxheight);
  const imageFits = image.width <= maxwidth && image.height <= maxheight;
  return {
    type: 'rich',
    version: '1.0',
    title,
    author_name: toOneLine(project.author),
    provider_name: productName,
    provider_url: providerUrl,
    cache_age: cacheSeconds,
    html: `<iframe src="${escapeHtml(embed)}" width="${width}" height="${height}" title="${escapeHtml(title)}" allow="${framePermissions}" style="border:0;max-width:100%"></iframe>`,
    width,
    height,
    ...(imageFits
      ? { thumbnail_url: image.url, thumbnail_width: image.width, thumbnail_height: image.height }
      : {}),
  };
}

/** Which of a project's pages a link points to. */
type LinkedPage = 'project' | 'embed';

/** A link to a project, with the options of an embed. */
interface ProjectLink extends ProjectKey {
  page: LinkedPage;
  /** With its question mark; empty without options. */
  options: string;
}

const linkPath = /^\/(project|embed)\/([^/]+)\/?$/;
const embedOptions = ['tabs', 'theme', 'run'];
const optionValue = /^[a-z,]{1,40}$/;

/**
 * The project that an address of this studio points to; null for any other address. `askedHost`: the Host header
 * (specification: Sockets).
 */
export function readLink(config: Config, address: string, askedHost: string | undefined): ProjectLink | null {
  const { origin, pathname, searchParams } = new URL(address);
  const [, page, written = ''] = linkPath.exec(pathname) ?? [];
  const key = readProjectKey(written);
  if (!page || !key || !isAppOrigin(config, origin, askedHost)) return null;
  return { ...key, page: page as LinkedPage, options: page === 'embed' ? optionsOf(searchParams) : '' };
}

/** The query with only the known options of an embed. */
function optionsOf(query: URLSearchParams): string {
  const asked = embedOptions.flatMap((name) => {
    const value = query.get(name) ?? '';
    return optionValue.test(value) ? [`${name}=${value}`] : [];
  });
  return asked.length > 0 ? `?${asked.join('&')}` : '';
}

/** Changes with everything that the share image shows: the author's name, too, which a version does not contain. */
export function shareImageVersion({ version, author }: PreviewedProject): string {
  return `${version}-${createHash('sha256').update(author).digest('hex').slice(0, 8)}`;
}

/** Absolute addresses of everything in the preview of a link. */
export function linkPreviewAddresses(
  { publicUrl }: Config,
  project: PreviewedProject,
  { page, options }: Omit<ProjectLink, keyof ProjectKey>,
) {
  const key = writeProjectKey(project);
  const link = `${publicUrl}/${page}/${key}${options}`;
  return {
    project: `${publicUrl}/project/${key}`,
    embed: `${publicUrl}${embedPath(key)}${options}`,
    image: { url: `${publicUrl}/project/${key}/card.png?v=${shareImageVersion(project)}`, ...shareImageSize },
    oembed: `${publicUrl}/api/oembed?url=${encodeURIComponent(link)}&format=json`,
  };
}
