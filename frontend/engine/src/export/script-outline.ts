import type { Pattern, Program } from 'acorn';
import { findImports } from '../script/module-imports.js';
import type { Dialect } from '../script/parse-script.js';
import { readScript } from '../script/read-script.js';
import { undeclaredNames } from './undeclared-names.js';

/** The imports and declarations at the top level of a script. */
export interface ScriptOutline {
  /** A module: it has an import, an export or an await outside functions. */
  isModule: boolean;
  /** The specifiers of its imports. */
  imports: string[];
  /** Names that its imports bind. */
  imported: string[];
  declared: DeclaredName[];
  /** Names that it assigns to without declaring them; none in a module, where that is an error anyway. */
  undeclared: string[];
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
    return { isModule, imports: [], imported: [], declared: [], undeclared: [] };
  }
  const { program, isModule } = read;
  const imports = findImports(program);
  return {
    isModule,
    imports: [...new Set(imports.map(({ specifier }) => specifier))],
    imported: program.body.flatMap(importedBy),
    declared: program.body.flatMap(declaredBy),
    undeclared: isModule ? [] : await undeclaredNames(program),
  };
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
