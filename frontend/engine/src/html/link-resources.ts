import type { ExternalResource } from '@studio/contract/external-resources';
import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { crossOrigin, isOnOpenNetwork } from './cross-origin.js';

/** Markup, without line ends, for the external resources of a project, in their order (specification: External resources). */
export interface LinkedResources {
  /** For the head, before the project's own styles. */
  styles: string;
  /** For the end of the body, before the project's own script. */
  scripts: string;
}

/** `isFile`: the page is not one of the studio's (`cross-origin.ts`). */
export function linkResources({ resources = [] }: FrameworkConfig, isFile: boolean): LinkedResources {
  const markup = (kind: ExternalResource['kind'], element: (address: string, url: string) => string) =>
    resources
      .filter((resource) => resource.kind === kind)
      .map(({ url }) => element(escapeAddress(url), url))
      .join('');
  const cors = (url: string) => (!isFile && isOnOpenNetwork(url) ? crossOrigin : '');
  return {
    styles: markup('style', (href) => `<link rel="stylesheet" href="${href}">`),
    scripts: markup('script', (src, url) => `<script src="${src}"${cors(url)}></script>`),
  };
}

/** An address as the value of an attribute. Browsers leave tabs and line ends out of addresses, too. */
export function escapeAddress(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replace(/[\t\n\r]/g, '');
}
