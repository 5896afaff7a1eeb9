import type { Pattern, Program } from 'acorn';
import { findImports, type ModuleImport } from '../script/module-imports.js';
import type { Dialect } from '../script/parse-script.js';
import { readScript } from '../script/read-script.js';
import { originOf, readMappings } from '../script/source-positions.js';
import { lineStarts, placeAt } from '../text-position.js';
import { undeclaredNames } from './undeclared-names.js';

/** The imports and declarations at the top level of a script. */
export interface ScriptOutline {
  /** A module: it has an import, an export or an await outside functions. */
  isModule: boolean;
  /** The specifiers of its imports. */
  imports: string[];
  /** Those for their effect alone, such as style sheets. */
  effects: EffectImport[];
  /** Names that its imports bind. */
  imported: string[];
  declared: DeclaredName[];
  /** Names that it assigns to without declaring them; none in a module, where that is an error anyway. */
  undeclared: string[];
}

/** A statement such as `import './style.css';`, as offsets into the script as it is written. */
export interface EffectImport {
  specifier: string;
  start: number;
  /** Behind its semicolon. */
  end: number;
}

/** A name that a script declares. Functions are available from the start, all others once their line has run. */
export interface DeclaredName {
  name: string;
  kind: 'function' | 'constant' | 'variable';
}

/** Reads a script. For one with syntax errors, the outline is only a guess from its text. */
export async function outlineScript(code: string, dialect: Dialect): Promise<ScriptOutline> {
  const read = await readScript(code, dialect, 'detect');
  if ('mistake' in read || !read.program) {
    const isModule = /^[ \t]*(?:import|export)\b/m.test(code);
    return { isModule, imports: [], effects: [], imported: [], declared: [], undeclared: [] };
  }
  const { js, mappings, program, isModule } = read;
  const imports = findImports(program);
  const bare = imports.filter(({ kind }) => kind === 'bare');
  return {
    isModule,
    imports: [...new Set(imports.map(({ specifier }) => specifier))],
    effects: findAsWritten(bare, code, { js, mappings }),
    imported: program.body.flatMap(importedBy),
    declared: program.body.flatMap(declaredBy),
    undeclared: isModule ? [] : await undeclaredNames(program),
  };
}

const effectImport = /(?<![.\w$])import\s*(?:"([^"\n]+)"|'([^'\n]+)')[ \t]*;?/g;

/** In characters: how far from the origin of its compiled place an import may be, in its line. */
const maxDistance = 1_000;

/** Finds imports of a compiled script in the lines of its text that they come from. */
function findAsWritten(
  imports: readonly ModuleImport[],
  code: string,
  { js, mappings }: { js: string; mappings: string | null },
): EffectImport[] {
  if (imports.length === 0) return [];
  const [starts, compiledStarts] = [lineStarts(code), lineStarts(js)];
  const positions = mappings === null ? null : readMappings(mappings);
  let last = 0;
  return imports.flatMap(({ specifier, start }) => {
    const compiled = placeAt(compiledStarts, start);
    const { line, column } = (positions && originOf(positions, compiled)) ?? compiled;
    const [lineStart = 0, lineEnd = code.length] = starts.slice(line - 1, line + 1);
    const origin = lineStart + column - 1;
    const from = Math.max(last, lineStart, origin - maxDistance);
    for (const match of code.slice(from, origin + maxDistance).matchAll(effectImport)) {
      if (from + match.index >= lineEnd) break;
      if ((match[1] ?? match[2]) !== specifier) continue;
      last = from + match.index + match[0].length;
      return { specifier, start: from + match.index, end: last };
    }
    return [];
  });
}

type Statement = Program['body'][number];

function importedBy(node: Statement): string[] {
  return node.type === 'ImportDeclaration' ? node.specifiers.map(({ local }) => local.name) : [];
}

function declaredBy(node: Statement): DeclaredName[] {
  if (node.type === 'FunctionDeclaration') return [{ name: node.id.name, kind: 'function' }];
  if (node.type === 'ClassDeclaration') return [{ name: node.id.name, kind: 'constant' }];
  if (node.type !== 'VariableDeclaration') return [];
  const kind = node.kind === 'const' ? 'constant' : 'variable';
  return node.declarations.flatMap(({ id }) => namesIn(id)).map((name) => ({ name, kind }));
}

function namesIn(pattern: Pattern | null): string[] {
  if (!pattern) return [];
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ArrayPattern':
      return pattern.elements.flatMap(namesIn);
    case 'ObjectPattern':
      return pattern.properties.flatMap((one) => namesIn(one.type === 'Property' ? one.value : one.argument));
    case 'AssignmentPattern':
      return namesIn(pattern.left);
    case 'RestElement':
      return namesIn(pattern.argument);
    case 'MemberExpression':
      return [];
  }
}
