import type { ExternalResource } from '@studio/contract/external-resources';
import type { FrameworkConfig } from '@studio/contract/http/frameworks';

/** Markup, without line ends, for the external resources of a project, in their order (specification: External resources). */
export interface LinkedResources {
  /** For the head, before the project's own styles. */
  styles: string;
  /** For the end of the body, before the project's own script. */
  scripts: string;
}

export function linkResources({ resources = [] }: FrameworkConfig): LinkedResources {
  const markup = (kind: ExternalResource['kind'], element: (address: string) => string) =>
    resources
      .filter((resource) => resource.kind === kind)
      .map(({ url }) => element(escapeAttribute(url)))
      .join('');
  return {
    styles: markup('style', (href) => `<link rel="stylesheet" href="${href}">`),
    scripts: markup('script', (src) => `<script src="${src}"></script>`),
  };
}

/** Browsers leave line ends out of addresses, too. */
function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replace(/[\t\n\r]/g, '');
}
