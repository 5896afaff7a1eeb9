import type { AnyNode, ExportDefaultDeclaration, ExportNamedDeclaration, Identifier, Program } from 'acorn';
import { walkNodes } from '../walk-nodes.js';

/** What a script exports as its default. */
export interface DefaultExported {
  statement: AnyNode;
  /** The value, or what declares it. */
  declaration: AnyNode;
  /** Undefined if it has no name. */
  name: string | undefined;
}

/** The default export of a script, of a value or of what the script declares itself. */
export function findDefaultExport(program: Program): DefaultExported | null {
  const statement = program.body.find(isDefaultExport);
  if (!statement) return null;
  const value = exportedValue(statement);
  const name = nameOf(value);
  const declaration = value.type === 'Identifier' ? declarationOf(value.name, program) : value;
  return declaration ? { statement, declaration, name } : null;
}

type DefaultExport = ExportDefaultDeclaration | ExportNamedDeclaration;

function isDefaultExport(node: AnyNode): node is DefaultExport {
  if (node.type === 'ExportDefaultDeclaration') return true;
  return node.type === 'ExportNamedDeclaration' && !node.source && node.specifiers.some(isDefault);
}

function isDefault({ exported }: ExportNamedDeclaration['specifiers'][number]): boolean {
  return exported.type === 'Identifier' && exported.name === 'default';
}

function exportedValue(node: DefaultExport): AnyNode {
  if (node.type === 'ExportDefaultDeclaration') return node.declaration;
  return node.specifiers.find(isDefault)?.local ?? node;
}

/** The name of an identifier, a declaration or a function. */
export function nameOf(node: AnyNode): string | undefined {
  if (node.type === 'Identifier') return node.name;
  return 'id' in node && node.id?.type === 'Identifier' ? node.id.name : undefined;
}

/** The statement or the variable of the top level that declares a name. */
function declarationOf(name: string, program: Program): AnyNode | undefined {
  const declared = program.body.flatMap((node): AnyNode[] => {
    const statement = node.type === 'ExportNamedDeclaration' ? (node.declaration ?? node) : node;
    return statement.type === 'VariableDeclaration' ? statement.declarations : [statement];
  });
  return declared.find((node) => !/^(?:Import|Export)/.test(node.type) && nameOf(node) === name);
}

/** The name of a function that is called, also of a method. */
export function calledName(callee: AnyNode): string | undefined {
  return nameOf(callee.type === 'MemberExpression' ? callee.property : callee);
}

/** Whether code outside an export shows anything, or uses its name other than to set its properties. */
export function isUsed(
  program: Program,
  { statement, declaration, name }: DefaultExported,
  shows: RegExp,
): boolean {
  let found = false;
  walkNodes(program, (node) => {
    if (node === statement || node === declaration) return [];
    found ||= wordsOf(node).some((word) => shows.test(word)) || (isIdentifier(node) && node.name === name);
    return found ? [] : partsToRead(node, name);
  });
  return found;
}

function isIdentifier(node: AnyNode): node is Identifier {
  return node.type === 'Identifier';
}

/** The names by which a node itself may reach a function. */
function wordsOf(node: AnyNode): string[] {
  if (isIdentifier(node)) return [node.name];
  // Under its own name it is used only where that name is met again.
  if (node.type === 'ImportSpecifier')
    return [nameOf(node.imported) ?? ''].filter((word) => word !== node.local.name);
  if (node.type === 'ObjectPattern')
    return node.properties.map((part) => (part.type === 'Property' && nameOf(part.key)) || '');
  if (node.type !== 'MemberExpression') return [];
  return [node.property.type === 'Literal' ? String(node.property.value) : (nameOf(node.property) ?? '')];
}

/** Where to go on: not to names that are no variables. Undefined: everywhere. */
function partsToRead(node: AnyNode, name: string | undefined): AnyNode[] | undefined {
  if (node.type === 'ImportSpecifier') return [];
  if (node.type === 'AssignmentExpression') return isOwnProperty(node.left, name) ? [node.right] : undefined;
  if (node.type === 'MemberExpression') return node.computed ? undefined : [node.object];
  const hasKey =
    node.type === 'Property' || node.type === 'MethodDefinition' || node.type === 'PropertyDefinition';
  return hasKey && !node.computed && node.value ? [node.value] : undefined;
}

/** `App.defaultProps` and the like. */
function isOwnProperty(target: AnyNode, name: string | undefined): boolean {
  return target.type === 'MemberExpression' && !target.computed && nameOf(target.object) === name;
}
