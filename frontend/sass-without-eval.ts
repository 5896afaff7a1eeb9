import type { Plugin } from 'vite';

/** `new self.Function("value", "return typeof value")`, with both strings written out. */
const made = /new self\.Function\((("|')(?:\\.|(?!\2).)*\2), (("|')(?:\\.|(?!\4).)*\4)\)/g;

/**
 * Sass makes a few functions of its own from strings, which the app's policy forbids, and rightly. Their text is fixed,
 * so it becomes code when the studio is built. A release of Sass that does it in another way fails the build.
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

/** The text of a string literal as it stands in code. */
function unquote(literal: string): string {
  const inner = literal.slice(1, -1).replaceAll("\\'", "'");
  return JSON.parse(literal.startsWith('"') ? literal : `"${inner.replaceAll('"', '\\"')}"`) as string;
}
