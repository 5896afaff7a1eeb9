const entry = '@import "tailwindcss";';

/** The pane with Tailwind's own import, added on its first line where it is missing: lines stay the editor's. */
export function withTailwindImport(pane: string): { css: string; added: number } {
  return importsTailwind(pane) ? { css: pane, added: 0 } : { css: entry + pane, added: entry.length };
}

function importsTailwind(pane: string): boolean {
  const code = pane.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '');
  return /@import\s+(?:url\(\s*)?["']?tailwindcss\b/.test(code);
}
