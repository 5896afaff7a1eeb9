import type { PackageProblem } from '@studio/contract/packages/package-routes';
import type { Problem } from '../problem.js';
import { uncompiledStyles, whyNoQuery } from '../script/mistakes/unsupported-imports.js';
import { isPackageStyle, isStyleImport } from '../script/module-imports.js';
import { builtInName } from './built-in-modules.js';
import type { ImportUse } from './import-use.js';

/**
 * A module that throws an error with its name when the page runs; missing styles throw nothing. It exports the imported
 * names, or browsers would report those as missing instead.
 */
export function missingModule(use: ImportUse, problem: PackageProblem | undefined): string {
  const { specifier, names } = use;
  const exported = [...new Set(names)].map((name) => `nothing as ${JSON.stringify(name)}`).join(', ');
  const failure = isPackageStyle(specifier)
    ? ''
    : `throw new Error(${JSON.stringify(missing(specifier, problem))});`;
  const code = `let nothing;export { ${exported} };${failure}\n//# sourceURL=${encodeURIComponent(specifier.toWellFormed())}`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

/** Modules that only some versions of React have. */
const reactOf = new Map([
  ['react-dom/client', 'React 18 or 19'],
  ['react/compiler-runtime', 'React 19'],
]);

function missing(specifier: string, problem: PackageProblem | undefined): string {
  if (problem) return withSuggestions(specifier, problem);
  const needed = reactOf.get(builtInName(specifier));
  if (needed !== undefined)
    return `Cannot import "${specifier}": it needs ${needed}. Choose it in Framework Configuration`;
  if (isUncompiled(specifier)) return uncompiledStyles(specifier);
  const query = whyNoQuery(specifier);
  if (query !== null) return query;
  return `Cannot import "${specifier}": this studio does not include it. Import it by its full address, or name an address for it in an import map`;
}

/** SCSS, also that of Bootstrap, which is often imported without its ending. */
function isUncompiled(specifier: string): boolean {
  return (isStyleImport(specifier) && !isPackageStyle(specifier)) || specifier.startsWith('bootstrap/scss/');
}

function withSuggestions(specifier: string, problem: PackageProblem): string {
  const mayBeFile = problem.code === 'unknown_package' && /^[^@/]+\.css$/.test(specifier);
  // Some packages, such as `normalize.css`, are named like files.
  const message = mayBeFile ? `${problem.message}, and a project has no other style sheet` : problem.message;
  const names = suggested(problem).map((name) => `"${name}"`);
  return names.length > 0 ? `${message}. Did you mean ${names.join(' or ')}?` : message;
}

/** At most three names: more are no help. */
function suggested({ suggestions }: PackageProblem): string[] {
  return suggestions.slice(0, 3);
}

/** An error for known problems; a warning for modules that are not built in, which the page may map at run time. */
export function missingProblem(use: ImportUse, problem: PackageProblem | undefined): Problem {
  const { language, specifier, position } = use;
  const message = missing(specifier, problem);
  const by = problem ? suggested(problem) : [];
  const fix = by.length > 0 ? { fix: { text: specifier, by } } : {};
  return { language, severity: problem ? 'error' : 'warning', message, ...position, ...fix };
}
