import { escapeHtml } from '../../common/text-format.js';
import type { Config } from '../../config/config.js';
import type { UnfoldedProject } from '../projects/reading/link-previews.service.js';
import { frameSize, productName } from './oembed.js';
import { oneLine } from './one-line.js';
import { addressesOf, type LinkedPage, optionsOf } from './project-links.js';

/** In characters: readers show less. */
const longestDescription = 300;

/**
 * What other sites read of a project when somebody links to it: Open Graph, a Twitter card, and for an embeddable one
 * where its oEmbed is (CONTRACT 2). `asked` is the query of the page that they stand in.
 */
export function headTags(
  config: Config,
  project: UnfoldedProject,
  page: LinkedPage,
  asked = new URLSearchParams(),
): string {
  const addresses = addressesOf(config, project, { page, options: page === 'embed' ? optionsOf(asked) : '' });
  const title = oneLine(project.title);
  const description = oneLine(project.description).slice(0, longestDescription).toWellFormed();
  const { card } = addresses;
  return [
    page === 'project' &&
      (project.isPublic ? link('canonical', addresses.project) : meta('name', 'robots', 'noindex')),
    project.isEmbeddable &&
      link('alternate', addresses.oembed, ` type="application/json+oembed" title="${escapeHtml(title)}"`),
    // Anything but `article`: Discourse would show text alone.
    property('type', 'website'),
    property('site_name', productName),
    property('url', addresses.project),
    property('title', title),
    property('description', description || `HTML, CSS and JavaScript by ${oneLine(project.author)}`),
    property('image', card.url),
    property('image:type', 'image/png'),
    property('image:width', card.width),
    property('image:height', card.height),
    property('image:alt', `${title} by ${oneLine(project.author)}, and the beginning of its code`),
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
