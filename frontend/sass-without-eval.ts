import type { Plugin } from 'vite';

/** `new self.Function("value", "return typeof value")`, with both strings written out. */
const made = /new self\.Function\((("|')(?:\\.|(?!\2).)*\2), (("|')(?:\\.|(?!\4).)*\4)\)/g;

/**
 * Sass makes a few of its functions from strings, which the app's policy forbids. Their text is fixed, so the build turns
 * it into code. It fails with a release of Sass that makes them in another way.
 */
export function sassWithoutEval(): Plugin {
  return {
    name: 'sass-without-eval',
    transform: {
      filter: { id: /\/sass\/sass\.dart\.js$/ },
      handler(code) {
        const written = code.replace(
          made,
          (_made, parameters: string, _quote, body: string) =>
            `(function (${unquote(parameters)}) { ${unquote(body)} })`,
        );
        if (written.includes('self.Function(')) this.error('Sass makes functions from strings in a new way');
        return { code: written, map: null };
      },
    },
  };
}

/** The value of a string literal. */
function unquote(literal: string): string {
  const inner = literal.slice(1, -1).replaceAll("\\'", "'");
  return JSON.parse(literal.startsWith('"') ? literal : `"${inner.replaceAll('"', '\\"')}"`) as string;
}
