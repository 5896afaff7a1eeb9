import type { Plugin } from 'vite';

/** A route's `summary` on a line of its own, as it is printed. */
const summaryLine = /^\s*summary: (['"`]).*\1,$/gm;

/** The API document alone reads what the routes say of themselves; in the page it would be a kilobyte of prose. */
export function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    apply: 'build',
    transform: {
      filter: { id: /\/backend\/contract\/dist\/http\/[^/]+\.js$/ },
      handler: (code) => ({ code: code.replace(summaryLine, ''), map: null }),
    },
  };
}
