import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { AnyNode, Program } from 'acorn';
import type { Problem } from '../../problem.js';
import type { TextPosition } from '../../text-position.js';
import { type locateIn, scriptProblem } from '../script-state.js';
import { walkNodes } from '../walk-nodes.js';
import { calledName, findDefaultExport, isUsed, nameOf } from './default-export.js';

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
  const exported = findDefaultExport(program);
  if (!exported) return null;
  const { name, declaration } = exported;
  if (!isComponent(declaration, name) || !makesElements(program)) return null;
  return isUsed(program, exported, renderer)
    ? null
    : { name, position: locate(exported.statement.start, 'export') };
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
