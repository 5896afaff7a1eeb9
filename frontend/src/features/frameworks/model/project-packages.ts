import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { limits } from '@studio/contract/limits';
import { type PackageProblem, packageRoutes } from '@studio/contract/packages/package-routes';
import type { PackageVersions } from '@studio/contract/packages/package-versions';
import { parseSpecifier } from '@studio/contract/packages/specifier';
import { scanTags } from '@studio/engine/html/scan-tags';
import { builtInVersions } from '@studio/engine/libraries/library-manifest';
import type { Source } from '@studio/engine/source';
import type { Call } from '@/lib/http-client.ts';
import { importedSpecifiers } from './imported-specifiers.ts';

/** An importable module or style sheet of a package. */
export interface PackageImport {
  specifier: string;
  /** The module has a default export, which usually is the whole package. */
  hasDefault: boolean;
}

/** The result of adding a package: the project's versions including the package's peer dependencies. */
interface AddedPackage {
  packages: PackageVersions;
  hasDefault: boolean;
}

/** Why a package cannot be added; `instead`: a part of it that code can import. */
interface NotAdded {
  reason: string;
  instead?: string | undefined;
}

/** Adds a package to a project's versions, or returns why it cannot be added. */
export async function addPackage(
  call: Call,
  config: FrameworkConfig,
  specifier: string,
): Promise<AddedPackage | NotAdded> {
  const response = await resolvePackages(call, config, [specifier]);
  if (!response.ok) return { reason: response.error.message };
  const { packages, defaults, problems } = response.data;
  const [problem] = problems;
  if (!problem) return { packages, hasDefault: defaults.includes(specifier) };
  const [part] = problem.code === 'unknown_path' ? problem.suggestions : [];
  return { reason: problem.message, instead: part };
}

/** Updates one package to the newest version that its code allows, or returns why that is not available. */
export async function updatePackage(
  call: Call,
  source: Source,
  name: string,
): Promise<{ packages: PackageVersions } | { reason: string }> {
  const { frameworkConfig: config } = source;
  const packages = withoutPackage(config.packages ?? {}, name);
  const imported = importedSpecifiers(source).filter((each) => parseSpecifier(each)?.name === name);
  const specifiers = await withoutMistakes(call, config, imported.slice(0, limits.specifiersPerLookup));
  if ('reason' in specifiers) return specifiers;
  const asked = specifiers.length > 0 ? specifiers : [name + manifestPath];
  const response = await resolvePackages(call, { ...config, packages }, asked);
  if (!response.ok) return { reason: response.error.message };
  const problem = response.data.problems.find(({ code }) => code !== 'types_only');
  return problem ? { reason: problem.message } : { packages: response.data.packages };
}

/** A file that every package has, while some have no main module. */
const manifestPath = '/package.json';

/** The imports, of which those of paths that the project's version lacks, too, matter to an update only by their range. */
async function withoutMistakes(
  call: Call,
  config: FrameworkConfig,
  imported: readonly string[],
): Promise<string[] | { reason: string }> {
  if (imported.length === 0) return [];
  const response = await resolvePackages(call, config, [...new Set(imported.map(withoutRange))]);
  if (!response.ok) return { reason: response.error.message };
  const mistakes = response.data.problems.filter(({ code }) => code === 'unknown_path');
  const unknown = new Set(mistakes.map(({ specifier }) => specifier));
  return imported.map((each) => {
    const { name = '', range = null } = parseSpecifier(each) ?? {};
    if (!unknown.has(withoutRange(each))) return each;
    return (range === null ? name : `${name}@${range}`) + manifestPath;
  });
}

function withoutRange(specifier: string): string {
  const { name = '', subpath = '' } = parseSpecifier(specifier) ?? {};
  return name + subpath.slice(1);
}

/** The versions of these specifiers and of the project's packages; `newest`: asks the registry for newer ones, too. */
export function resolvePackages(call: Call, config: FrameworkConfig, specifiers: string[], newest = false) {
  const { packages = {} } = config;
  const builtIn = builtInVersions(config);
  return call(packageRoutes.resolvePackages, { body: { specifiers, packages, carried: builtIn, newest } });
}

/** The versions without one package; undefined if it was the last. */
export function withoutPackage(packages: PackageVersions, removed: string): PackageVersions | undefined {
  const rest = Object.entries(packages).filter(([name]) => name !== removed);
  return rest.length > 0 ? Object.fromEntries(rest) : undefined;
}

/** Applies the difference of two sets of versions to the present ones, which may have changed meanwhile. */
export function withChanges(
  present: PackageVersions,
  before: PackageVersions,
  after: PackageVersions,
): PackageVersions {
  const changes = Object.entries(after).filter(([name, version]) => before[name] !== version);
  return { ...present, ...Object.fromEntries(changes) };
}

/** Whether scripts or styles import from the package. */
export function importsPackage(source: Source, name: string): boolean {
  return importedSpecifiers(source).some((each) => parseSpecifier(each)?.name === name);
}

/** Whether they import exactly this specifier, in any version. */
export function isImported(source: Source, specifier: string): boolean {
  const wanted = parseSpecifier(specifier);
  return importedSpecifiers(source).some((each) => {
    const { name, subpath } = parseSpecifier(each) ?? {};
    return name !== undefined && name === wanted?.name && subpath === wanted.subpath;
  });
}

/** The imports that ask for certain versions of the project's packages: `pkg@^3`. */
export function importsWithRange(source: Source): string[] {
  const { packages = {} } = source.frameworkConfig;
  const asked = importedSpecifiers(source).flatMap((each) => {
    const { name, range } = parseSpecifier(each) ?? {};
    return name !== undefined && range && Object.hasOwn(packages, name) ? `${name}@${range}` : [];
  });
  return [...new Set(asked)];
}

/** The names of the packages of which the code asks for another version than the project has. */
export function packagesInConflict(problems: readonly PackageProblem[]): Set<string> {
  const conflicts = problems.filter(({ code }) => code === 'version_conflict');
  return new Set(conflicts.flatMap(({ specifier }) => parseSpecifier(specifier)?.name ?? []));
}

/** Whether an imported package has this one as a peer dependency; or why that is unknown. */
export async function isNeeded(
  call: Call,
  source: Source,
  name: string,
): Promise<{ isNeeded: boolean } | { reason: string }> {
  const { frameworkConfig: config } = source;
  const packages = withoutPackage(config.packages ?? {}, name) ?? {};
  // Without ranges: the project's versions say what they need, even those that the code does not ask for.
  const imported = importedSpecifiers(source)
    .filter((each) => packages[parseSpecifier(each)?.name ?? ''] !== undefined)
    .map(withoutRange);
  if (imported.length === 0) return { isNeeded: false };
  const asked = [...new Set(imported)].slice(0, limits.specifiersPerLookup);
  const response = await resolvePackages(call, { ...config, packages }, asked);
  if (!response.ok) return { reason: response.error.message };
  if (name in response.data.packages) return { isNeeded: true };
  // These hide no peers of a package.
  const harmless: PackageProblem['code'][] = ['version_conflict', 'types_only'];
  const problem = response.data.problems.find(({ code }) => !harmless.includes(code));
  return problem ? { reason: problem.message } : { isNeeded: false };
}

/** The script with an import of the whole package under one name, since its use is not known yet. */
export function withImport(js: string, imported: PackageImport, isComponent: boolean): string {
  const statement = importOf(imported, js);
  if (!isComponent) {
    const end = endOfPragmas(js);
    const rest = js.slice(end);
    if (end === 0) return `${statement}\n${js}`;
    return `${js.slice(0, end)}\n${statement}${/^\s*\n|^\s*$/.test(rest) ? rest : `\n${rest.trimStart()}`}`;
  }
  const scripts = [...scanTags(js)].filter((tag) => tag.kind === 'start' && tag.name === 'script');
  const script = scripts.find(({ start, end }) => /\bsetup\b/.test(js.slice(start, end))) ?? scripts[0];
  if (!script) return `<script setup>\n${statement}\n</script>\n\n${js}`;
  return `${js.slice(0, script.end)}\n${statement}${js.slice(script.end)}`;
}

/** The end of the last comment with settings for TypeScript, which work only above all code; 0: there is none. */
function endOfPragmas(js: string): number {
  const [top] = /^(?:\s|\/\/.*|\/\*[^]*?\*\/)*/.exec(js) ?? [''];
  const last = [...top.matchAll(comment)].findLast(([text]) => /@(?:jsx|ts-(?:no)?check)/.test(text));
  return last ? last.index + last[0].length : 0;
}

// What does not end goes on to the end of the text or line, so that each character is read once.
const comment = /\/\/.*|\/\*[^]*?(?:\*\/|$)/g;
const commentOrString = new RegExp(`${comment.source}|(["'])(?:\\\\.|(?!\\1).)*\\1?`, 'g');

/**
 * The statement that imports a style sheet, or a package's default export or namespace, under a name that the script
 * does not declare.
 */
export function importOf({ specifier, hasDefault }: PackageImport, js = ''): string {
  if (specifier.endsWith('.css')) return `import '${specifier}';`;
  const all = hasDefault ? '' : '* as ';
  return `import ${all}${freeName(bindingOf(specifier), js)} from '${specifier}';`;
}

/** Declarations in a script with empty strings, single blanks and no comments, with the declared names. */
const declarations = [
  /\bimport (?:type )?([\w$]+)/g,
  /\bimport (?:type |[\w$]+ ?, ?)?(?:\* ?as ([\w$]+)|(\{[^{}]*\}))/g,
  /\b(?:function(?: | ?\* ?)|class |enum |namespace )([\w$]+)/g,
  /\b(?:const|let|var) ?(\{[^{}]*\}|\[[^[\]]*\]|[\w$]+(?: ?, ?[\w$]+)*)/g,
];

/** The name, or with a number behind it. A name that is only used stays: it is what the package is imported for. */
function freeName(name: string, js: string): string {
  const plain = js.replace(commentOrString, (_text, quote?: string) => (quote === undefined ? ' ' : "''"));
  const code = plain.replace(/\s+/g, ' ');
  const taken = new Set(
    declarations.flatMap((declaration) =>
      [...code.matchAll(declaration)].flatMap(([, ...names]) => names.join(' ').match(/[\w$]+/g) ?? []),
    ),
  );
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}${number}`;
  return free;
}

/** A variable name for a package: `@scope/canvas-confetti` becomes `canvasConfetti`. */
function bindingOf(name: string): string {
  const words = name
    .replace(/^@[^/]+\//, '')
    .split(/[^a-z0-9]+/i)
    .filter(Boolean);
  const binding = words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
  return /^[a-z]/i.test(binding) ? binding : `_${binding}`;
}
