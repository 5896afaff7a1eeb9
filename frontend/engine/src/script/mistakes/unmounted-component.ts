import type { AnyNode, Program } from 'acorn';
import type { Problem } from '../../problem.js';
import { type locateIn, scriptProblem } from '../script-state.js';
import { calledName, findDefaultExport, isUsed, nameOf } from './default-export.js';
import type { UnrenderedComponent } from './unrendered-component.js';

/** The functions of Vue that show a component or make an element of it. */
const mounter = /^(?:mount|create(?:SSR)?App|defineCustomElement|render|hydrate)$/;
const mounterCall = /\b(?:mount|createApp)\s*\(/;

/** What a component has at least one of. */
const option = /^(?:setup|data|template|render|computed|methods|props|components|mounted|created)$/;

/**
 * The component of Vue that a script exports as its default and never mounts, as it would be written in a `.vue` file.
 * Null for scripts that mount anything.
 */
export function findUnmounted(
  program: Program,
  locate: ReturnType<typeof locateIn>,
): UnrenderedComponent | null {
  const exported = findDefaultExport(program);
  if (!exported || !isComponent(exported.declaration) || isUsed(program, exported, mounter)) return null;
  return { name: exported.name, position: locate(exported.statement.start, 'export') };
}

/** The warning about such a component, unless the HTML has a script that mounts. */
export function unmountedWarning({ name, position }: UnrenderedComponent, html: string): Problem[] {
  if (mounterCall.test(html)) return [];
  const advice = name
    ? `Add Vue.createApp(${name}).mount('#app')`
    : "Write Vue.createApp({ … }).mount('#app') instead of export default { … }";
  const place = /\bid\s*=\s*["']?app\b/i.test(html) ? '' : ', and <div id="app"></div> in the HTML';
  const message = `Nothing mounts ${name ?? 'this component'}, so the page does not show it. ${advice}${place}`;
  return [scriptProblem(message, position, 'warning')];
}

function isComponent(declaration: AnyNode): boolean {
  const value = declaration.type === 'VariableDeclarator' ? declaration.init : declaration;
  if (value?.type === 'CallExpression') return calledName(value.callee) === 'defineComponent';
  return (
    value?.type === 'ObjectExpression' &&
    value.properties.some((part) => part.type === 'Property' && option.test(nameOf(part.key) ?? ''))
  );
}
