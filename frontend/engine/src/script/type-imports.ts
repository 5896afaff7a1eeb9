import { readAttributes, scanTags } from '../html/scan-tags.js';
import { importsAsWritten } from './imports-as-written.js';
import { findImports } from './module-imports.js';
import { parseScript } from './parse-script.js';
import { loadSucrase } from './read-script.js';

/** The JavaScript pane with its languages. */
interface TypedScript {
  source: string;
  typescript: boolean;
  jsx: boolean;
  vueComponent: boolean;
}

/**
 * The specifiers of static imports that TypeScript leaves out of the code that runs, because only types use them, or
 * nothing yet. `run`: those of the code that runs. Empty for JavaScript, and where only TypeScript can read the script.
 */
export async function typeImports(script: TypedScript, run: ReadonlySet<string>): Promise<string[]> {
  const found = await Promise.all(typedParts(script).map((code) => staticImports(code, script.jsx, run)));
  return [...new Set(found.flat())].filter((specifier) => !run.has(specifier));
}

function typedParts({ source, typescript, vueComponent }: TypedScript): string[] {
  if (!vueComponent) return typescript ? [source] : [];
  return [...scanTags(source)]
    .filter((tag) => tag.kind === 'start' && tag.name === 'script')
    .filter((tag) => readAttributes(source, tag).get('lang') === 'ts')
    .map(({ end, contentEnd }) => source.slice(end, contentEnd));
}

async function staticImports(code: string, jsx: boolean, run: ReadonlySet<string>): Promise<string[]> {
  // Most scripts have none, and need not be read a second time.
  if (importsAsWritten(code).every((specifier) => run.has(specifier))) return [];
  const { transform } = await loadSucrase();
  try {
    const { code: kept } = transform(code.replace(typeImport, '$1'), {
      transforms: jsx ? ['typescript', 'jsx'] : ['typescript'],
      keepUnusedImports: true,
      production: true,
      disableESTransforms: true,
    });
    const parsed = await parseScript(kept, 'module');
    if (parsed.mistake || !parsed.program) return [];
    return findImports(parsed.program).flatMap(({ kind, specifier }) =>
      kind === 'dynamic' ? [] : specifier,
    );
  } catch {
    // Sucrase throws for what it does not support: such a script has no types of packages that nothing else imports.
    return [];
  }
}

/** `import type { A }` becomes `import { A }`, but not `import type from`. */
const typeImport = /^([ \t]*(?:import|export))[ \t]+type(?=[ \t]+(?!from\b)[\w$*{]|[ \t]*[*{])/gm;
