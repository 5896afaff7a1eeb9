import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { AnyNode, ExportDefaultDeclaration, ExportNamedDeclaration, Identifier, Program } from 'acorn';
import type { Problem } from '../../problem.js';
import type { TextPosition } from '../../text-position.js';
import { type locateIn, scriptProblem } from '../script-state.js';
import { walkNodes } from '../walk-nodes.js';

/** A component that a script exports as its default, while nothing in the script renders anything. */
export interface UnrenderedComponent {
  /** Undefined if it has no name. */
  name: string | undefined;
  /** The position of its export in the JavaScript pane. */
  position: TextPosition;
}

/** The functions of React and its renderers that show an element. Broad, so that no page that renders gets a warning. */
const renderer = /^(?:render|hydrate|create\w*Root$)/;
/** A call of one in the scripts of the HTML. */
const rendererCall = /\b(?:render|hydrate|create\w*Root\b)\w*\s*\(/;

const rootElement = /\bid\s*=\s*["']?root\b/i;

/** The functions that JSX becomes. */
const elementMaker = /^(?:createElement|_?jsx\w*)$/;

/**
 * The component of React that a script exports as its default and neither renders nor uses: no other file can import it,
 * so its page stays empty. Null for scripts that render in any way.
 */
export function findUnrendered(
  program: Program,
  locate: ReturnType<typeof locateIn>,
): UnrenderedComponent | null {
  const exported = program.body.find(isDefaultExport);
  if (!exported) return null;
  const value = exportedValue(exported);
  const name = nameOf(value);
  const declaration = value.type === 'Identifier' ? declarationOf(value.name, program) : value;
  if (!declaration || !isComponent(declaration, name) || !makesElements(program)) return null;
  if (isUsed(program, name, [exported, declaration])) return null;
  return { name, position: locate(exported.start, 'export') };
}

/** The warning about such a component, unless the HTML has a script that renders. */
export function unrenderedWarning(
  { name, position }: UnrenderedComponent,
  html: string,
  { frameworkVersion, typescript }: FrameworkConfig,
): Problem[] {
  if (rendererCall.test(html)) return [];
  const root = `document.getElementById('root')${typescript ? '!' : ''}`;
  const element = `<${name ?? 'App'} />`;
  const call =
    frameworkVersion === 17
      ? `ReactDOM.render(${element}, ${root})`
      : `ReactDOM.createRoot(${root}).render(${element})`;
  const place = rootElement.test(html) ? '' : ', and <div id="root"></div> to the HTML';
  const subject = name ? `Nothing renders ${name}` : 'Nothing renders this component';
  const naming = name ? '' : ' Name it App.';
  const message = `${subject}, so the page does not show it.${naming} Add ${call}${place}`;
  return [scriptProblem(message, position, 'warning')];
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

function nameOf(node: AnyNode): string | undefined {
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

/** What makes a component of another one. */
const wrapper = /^(?:memo|forwardRef|lazy|observer|connect|styled|with\p{Lu}\w*)$/u;

/** Functions, classes of components, and what a call such as `memo(…)` makes of them. Names start with a capital. */
function isComponent(declaration: AnyNode, name: string | undefined): boolean {
  if (name !== undefined && !/^\p{Lu}/u.test(name)) return false;
  const value = declaration.type === 'VariableDeclarator' ? declaration.init : declaration;
  if (!value) return false;
  if (value.type === 'ClassDeclaration' || value.type === 'ClassExpression')
    return Boolean(value.superClass && calledName(value.superClass)?.endsWith('Component'));
  if (value.type === 'CallExpression') return wrapper.test(calledName(value.callee) ?? '');
  return /Function/.test(value.type);
}

function calledName(callee: AnyNode): string | undefined {
  return nameOf(callee.type === 'MemberExpression' ? callee.property : callee);
}

function makesElements(program: Program): boolean {
  let found = false;
  walkNodes(program, (node) => {
    found ||= node.type === 'Identifier' && elementMaker.test(node.name);
    // `document.createElement` makes no element of React.
    const isOfDocument = node.type === 'MemberExpression' && nameOf(node.object) === 'document';
    return found || isOfDocument ? [] : undefined;
  });
  return found;
}

/** Whether code outside `own` renders anything, or uses the name other than to set its properties. */
function isUsed(program: Program, name: string | undefined, own: readonly AnyNode[]): boolean {
  let found = false;
  walkNodes(program, (node) => {
    if (own.includes(node)) return [];
    found ||= wordsOf(node).some((word) => renderer.test(word)) || (isIdentifier(node) && node.name === name);
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
