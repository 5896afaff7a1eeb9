import { readFileSync } from 'node:fs';

const nonce = 'stock';

/** The content security policy of a stock Discourse (3.3 and later). */
export const discoursePolicy = `base-uri 'self'; object-src 'none'; script-src 'nonce-${nonce}' 'strict-dynamic'; frame-ancestors 'self'; manifest-src 'self'`;

/** The theme component for live code as a script that runs once in the page, with these settings. */
export function liveCodeComponent(studioUrl: string, codeBlocks: 'all' | 'wrapped' = 'all'): string {
  const component = readFileSync(
    new URL(
      '../../../integrations/discourse-theme/javascripts/discourse/api-initializers/live-code.js',
      import.meta.url,
    ),
    'utf8',
  )
    .replace(/^import .*$/m, '')
    .replace('export default apiInitializer', 'apiInitializer');
  const settings = { studio_url: studioUrl, code_blocks: codeBlocks, theme: 'light', height: 420 };
  return `<script nonce="${nonce}">
    const settings = ${JSON.stringify(settings)};
    const api = { decorateCookedElement: (decorate) => document.querySelectorAll('.cooked').forEach(decorate) };
    const apiInitializer = (start) => start(api);
    ${component}
  </script>`;
}
