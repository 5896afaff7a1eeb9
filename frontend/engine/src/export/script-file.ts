import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { elementTexts } from '../html/scan-tags.js';
import type { Source } from '../source.js';
import { fileEnding, isSingleFileComponent } from './file-names.js';
import { libraryImport, pageLibraries, usesLibrary } from './page-libraries.js';
import { outlineScript, type ScriptOutline } from './script-outline.js';
import { windowNames } from './window-names.js';

/**
 * The JavaScript pane as a file of the package.
 * `classic`: stays an ordinary script in `public/`, whose functions everything on the page can call.
 * `module`: goes through Vite, with imports for the libraries that are globals in the preview.
 * `component`: a Vue component, which `src/main` mounts.
 */
export interface ScriptFile {
  kind: 'classic' | 'module' | 'component';
  path: string;
  code: string;
  /** What it imports, as it is named there. */
  imports: string[];
}

/** Null where nothing is written. */
export async function scriptFile(source: Source): Promise<ScriptFile | null> {
  const { js, frameworkConfig: config } = source;
  if (js.trim() === '') return null;
  if (isSingleFileComponent(config)) return componentFile(js);
  const outline = await outlineScript(js, {
    typescript: config.typescript,
    jsx: config.framework === 'react',
  });
  const lead = libraryImports(js, config, outline);
  if (isClassic(config, outline) && lead.length === 0) {
    return { kind: 'classic', path: 'public/script.js', code: js, imports: [] };
  }
  const isShared = !outline.isModule && config.buildTool === 'default';
  const parts = [
    lead.join('\n'),
    withoutStyleImports(js).trim(),
    isShared ? windowNames(source.html, js, outline).join('\n') : '',
  ];
  return {
    kind: 'module',
    path: `src/script.${fileEnding('js', config)}`,
    code: `${parts.filter(Boolean).join('\n\n')}\n`,
    imports: outline.imports,
  };
}

/** Plain JavaScript stays what it is in the preview, an ordinary script, for as long as it needs no package. */
function isClassic(
  { framework, typescript, buildTool }: FrameworkConfig,
  { isModule }: ScriptOutline,
): boolean {
  return framework !== 'react' && !typescript && buildTool === 'default' && !isModule;
}

async function componentFile(js: string): Promise<ScriptFile> {
  const outlines = await Promise.all(
    elementTexts(js, 'script').map((code) => outlineScript(code, { typescript: true, jsx: false })),
  );
  const imports = outlines.flatMap((outline) => outline.imports);
  return { kind: 'component', path: 'src/App.vue', code: withoutStyleImports(js), imports };
}

/** Imports of the libraries that the script takes from the page: it uses them and neither imports nor declares them. */
function libraryImports(js: string, config: FrameworkConfig, outline: ScriptOutline): string[] {
  const own = new Set([...outline.imported, ...outline.declared.map(({ name }) => name)]);
  return pageLibraries(config)
    .filter((name) => !own.has(name) && usesLibrary(js, name))
    .map((name) => libraryImport(name, js, config));
}

/** Styles are the page's own in the studio, which skips these imports too. */
function withoutStyleImports(js: string): string {
  return js.replace(
    /^[ \t]*import\s+['"](?:[^'"\n]+\.(?:css|scss|sass)|tailwindcss)['"];?[ \t]*\r?\n?/gm,
    '',
  );
}
