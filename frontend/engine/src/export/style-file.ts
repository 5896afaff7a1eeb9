import type { Source } from '../source.js';
import { fileEnding } from './exported-project.js';

interface StyleFile {
  path: string;
  code: string;
}

const imports = {
  tailwind: 'tailwindcss',
  bootstrap: 'bootstrap/dist/css/bootstrap.min.css',
  bulma: 'bulma/css/bulma.min.css',
} as const;

/** The CSS pane as a file, led by the CSS framework that the project chose. */
export function styleFile({ css: text, frameworkConfig: config }: Source): StyleFile {
  const css = withoutMissingImports(text);
  const path = `src/style.${fileEnding('css', config)}`;
  const library = config.cssFramework;
  if (library !== 'tailwind' && library !== 'bootstrap' && library !== 'bulma') return { path, code: css };
  const isImported = library === 'tailwind' && /@import\s+["']tailwindcss/.test(css);
  return { path, code: isImported ? css : `@import '${imports[library]}';\n\n${css}` };
}

const importStatement = /@import\s[^;]*;?/gi;
const importedFile = /^@import\s+(?:url\(\s*)?["']?([^"')\s;]+)/i;

/** A project has no other style sheets; Vite would look for them. */
function withoutMissingImports(css: string): string {
  return css.replace(importStatement, (statement) => {
    const file = importedFile.exec(statement)?.[1] ?? '';
    const isMissing = /.\.css/i.test(file) && !/^(?:[a-z]+:|\/\/|tailwindcss)/i.test(file);
    return isMissing && statement.endsWith(';') ? '' : statement;
  });
}
