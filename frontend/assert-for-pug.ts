import type { Plugin } from 'vite';

const id = '\0assert-for-pug.cjs';

/** Pug's lexer and parser check themselves with Node's `assert`, which browsers do not have. */
export function assertForPug(): Plugin {
  return {
    name: 'assert-for-pug',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^assert$/ },
      handler: (_id, importer) => (/\/pug-(?:lexer|parser)\//.test(importer ?? '') ? id : null),
    },
    load: {
      filter: { id: /assert-for-pug\.cjs$/ },
      handler: () =>
        'module.exports = (value, message) => { if (!value) throw new Error(message ?? "Assertion failed"); };',
    },
  };
}
