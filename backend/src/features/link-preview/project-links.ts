import type { Config } from '../../config/config.js';
import { isAppOrigin } from '../../config/config.js';
import type { PreviewedProject } from '../projects/reading/previewed-projects.service.js';
import { cardSize } from './share-image/draw-share-image.js';

/** Which of a project's pages a link points to. */
export type LinkedPage = 'project' | 'embed';

/** A link to a project, with the options of an embed. */
export interface ProjectLink {
  id: string;
  page: LinkedPage;
  /** With its question mark; empty without options. */
  options: string;
}

const linkPath = /^\/(project|embed)\/([0-9a-z]{16})\/?$/;
const embedOptions = ['tabs', 'theme', 'run'];
const optionValue = /^[a-z,]{1,40}$/;

/** The project that an address of this studio points to; null for any other address. `askedHost`: the Host header (specification: Sockets). */
export function readLink(config: Config, address: string, askedHost: string | undefined): ProjectLink | null {
  const { origin, pathname, searchParams } = new URL(address);
  const [, page, id] = linkPath.exec(pathname) ?? [];
  if (!page || !id || !isAppOrigin(config, origin, askedHost)) return null;
  return { id, page: page as LinkedPage, options: page === 'embed' ? optionsOf(searchParams) : '' };
}

/** The known options of an embed's query, and nothing else of it. */
export function optionsOf(query: URLSearchParams): string {
  const asked = embedOptions.flatMap((name) => {
    const value = query.get(name) ?? '';
    return optionValue.test(value) ? [`${name}=${value}`] : [];
  });
  return asked.length > 0 ? `?${asked.join('&')}` : '';
}

/** Absolute addresses of everything in the preview of a link. */
export function addressesOf(
  { publicUrl }: Config,
  project: PreviewedProject,
  { page, options }: Omit<ProjectLink, 'id'>,
) {
  const { id, version } = project;
  const link = `${publicUrl}/${page}/${id}${options}`;
  return {
    project: `${publicUrl}/project/${id}`,
    embed: `${publicUrl}/embed/${id}${options}`,
    card: { url: `${publicUrl}/project/${id}/card.png?v=${version}`, ...cardSize },
    oembed: `${publicUrl}/api/oembed?url=${encodeURIComponent(link)}&format=json`,
  };
}
