import { type Pattern, type Program, parse } from 'acorn';
import { simple } from 'acorn-walk';
import { type Transform, transform } from 'sucrase';

/** What a script brings in and what it offers, at its outermost level. */
export interface ScriptOutline {
  /** Written as a module: with an import, an export or an await outside of functions. */
  isModule: boolean;
  /** What it imports, as it is named there. */
  imports: string[];
  /** Names that its imports bind. */
  imported: string[];
  /** Names that it declares; `fixed` where they never stand for anything else later. */
  declared: { name: string; fixed: boolean }[];
}

/** Reads a script in any of the languages of the JavaScript pane. Of one with mistakes nothing is known. */
export function outlineScript(code: string, languages: Transform[]): ScriptOutline {
  try {
    return outline(languages.length > 0 ? transform(code, { transforms: languages }).code : code);
  } catch {
    return { isModule: /^\s*(import|export)\b/m.test(code), imports: [], imported: [], declared: [] };
  }
}

function outline(code: string): ScriptOutline {
  const script = tryParse(code);
  const program = script ?? parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
  const imports: string[] = [];
  const imported: string[] = [];
  const add = (node: { source?: unknown }) => {
    const source = node.source as { value?: unknown } | null | undefined;
    if (typeof source?.value === 'string') imports.push(source.value);
  };
  simple(program, {
    ImportDeclaration(node) {
      add(node);
      imported.push(...node.specifiers.map(({ local }) => local.name));
    },
    ExportAllDeclaration: add,
    ExportNamedDeclaration: add,
    ImportExpression: add,
  });
  return { isModule: !script, imports, imported, declared: program.body.flatMap(declaredBy) };
}

function tryParse(code: string): Program | null {
  try {
    return parse(code, { ecmaVersion: 'latest', sourceType: 'script' });
  } catch {
    return null;
  }
}

function declaredBy(node: Program['body'][number]): ScriptOutline['declared'] {
  if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') {
    return [{ name: node.id.name, fixed: true }];
  }
  if (node.type !== 'VariableDeclaration') return [];
  const fixed = node.kind === 'const';
  return node.declarations.flatMap(({ id }) => namesIn(id)).map((name) => ({ name, fixed }));
}

function namesIn(pattern: Pattern | null): string[] {
  switch (pattern?.type) {
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
    default:
      return [];
  }
}
