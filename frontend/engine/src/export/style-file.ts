import { type LibraryFile, libraryStyles } from '../libraries/library-manifest.js';
import type { Source } from '../source.js';
import { importsTailwind } from '../styles/runtime-tailwind.js';
import { fileEnding } from './exported-project.js';
import { findsStyle, withoutMissingFiles } from './missing-style-files.js';

interface StyleFile {
  path: string;
  code: string;
}

/** The CSS pane as a file, beginning with the CSS frameworks that the project chose or its scripts import (`imported`). */
export function styleFile(
  { css: text, frameworkConfig: config }: Pick<Source, 'css' | 'frameworkConfig'>,
  imported: readonly LibraryFile[],
): StyleFile {
  const { cssFramework } = config;
  const chosen = cssFramework === 'bootstrap' || cssFramework === 'bulma' ? libraryStyles(cssFramework) : [];
  const linked = new Set([...chosen, ...imported]);
  const css = withoutMissingFiles(text, findsStyle(fileEnding('css', config), config, linked));
  const needsTailwind = cssFramework === 'tailwind' && !importsTailwind(css);
  const imports = [
    ...(needsTailwind ? ['tailwindcss'] : []),
    ...[...linked].flatMap(({ source }) => (source ? [`${source.package}/${source.file}`] : [])),
  ].map((specifier) => `@import '${specifier}';\n`);
  const start = endOfModuleRules(css);
  return {
    path: `src/style.${fileEnding('css', config)}`,
    code: imports.length > 0 ? `${css.slice(0, start)}${imports.join('')}\n${css.slice(start)}` : css,
  };
}

const quoted = String.raw`"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'`;

/** Comments and spaces, or a statement that may stand before an `@use` of SCSS or is one. */
const leading = new RegExp(
  String.raw`(?:\s|/\*[^]*?\*/|//[^\n]*)+|(?:@(use|forward|charset)\b|\$[\w-]+\s*:)(?:[^;{}"']|${quoted})*;\n?`,
  'iy',
);

/** The offset behind the last leading `@use` or `@forward`, which SCSS takes only in front of all other rules. */
function endOfModuleRules(css: string): number {
  let end = 0;
  leading.lastIndex = 0;
  for (let match = leading.exec(css); match; match = leading.exec(css))
    if (/^(?:use|forward)$/i.test(match[1] ?? '')) end = leading.lastIndex;
  return end;
}
