import { buildDocument, scriptName } from './build-document.js';
import { stripByteOrderMark } from './byte-order-mark.js';
import type { CompiledProject, CompileTarget } from './compile.js';
import { penTimer, readableFiles } from './script/injected-scripts.js';
import type { Source } from './source.js';

/** Code that needs a compiler: modules, loops that may never end, and `process.env`. */
const needsReading = /\b(?:import|export|await|for|while|do|process)\b/;

/**
 * The page that `compile` makes of a project whose code needs no changes: plain HTML, CSS and JavaScript without
 * imports, loops and scripts in the markup. Null for any other. Nothing is parsed, so no problems are reported.
 */
export function plainPage(
  { html, css, js, frameworkConfig }: Source,
  target: CompileTarget,
): CompiledProject | null {
  const { framework, cssFramework, typescript, buildTool, ...more } = frameworkConfig;
  const { htmlLanguage, cssLanguage, packages, resources } = more;
  const isPlain =
    framework === 'vanilla' && cssFramework === 'none' && !typescript && buildTool === 'default';
  if (!isPlain || htmlLanguage || cssLanguage || packages || resources) return null;
  if (needsReading.test(js) || /<script/i.test(html) || /@import/i.test(css)) return null;
  const styles = stripByteOrderMark(css);
  const document = buildDocument({
    html,
    css: styles,
    js,
    isFile: target.isFile ?? false,
    head: penTimer({ html, js }) + (target.isFile ? '' : readableFiles({ html, js })),
    insertions: { [scriptName]: [] },
  });
  return {
    document,
    html,
    styles: { js: ['', ''], css: ['', styles] },
    isMarkupBroken: false,
    isScriptBroken: false,
    packageImports: [],
    missingPackages: [],
    typePackages: [],
    problems: [],
  };
}
