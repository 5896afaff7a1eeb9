import type { Program } from 'acorn';
import type { Problem } from '../../problem.js';
import type { Source } from '../../source.js';
import { type locateIn, scriptProblem } from '../script-state.js';
import { walkNodes } from '../walk-nodes.js';

/** The functions that p5 calls in a sketch whose functions are global. */
const calledByP5 =
  /^(?:preload|setup|draw|windowResized|doubleClicked|device(?:Moved|Turned|Shaken)|mouse(?:Pressed|Released|Clicked|Moved|Dragged|Wheel)|key(?:Pressed|Released|Typed)|touch(?:Started|Moved|Ended))$/;
const makesGlobal = /\b(?:window|globalThis|self)\s*(?:,|\[|\.\s*setup\b)/;

/**
 * The warning about a sketch of p5 whose functions nothing calls: its page stays empty without an error. There is no p5,
 * or the script is a module, whose functions are not global. None where the code calls `setup` itself, or makes anything
 * global.
 */
export function uncalledSketch(program: Program, js: string, locate: ReturnType<typeof locateIn>): Problem[] {
  if (!js.includes('createCanvas') || makesGlobal.test(js)) return [];
  const named = program.body.flatMap((statement) =>
    statement.type === 'FunctionDeclaration' ? statement.id : [],
  );
  const setup = named.find(({ name }) => name === 'setup');
  if (!setup || named.some(({ name }) => name === 'createCanvas') || uses(program, 'setup') > 1) return [];
  const names = [...new Set(named.map(({ name }) => name))]
    .filter((name) => calledByP5.test(name))
    .join(', ');
  const importsP5 = program.body.some(
    (statement) => statement.type === 'ImportDeclaration' && /p5/.test(String(statement.source.value)),
  );
  const [reason, start] = importsP5
    ? ['functions of a module are not global', 'End']
    : ['the page has no p5', "Begin with import 'p5' and end"];
  const message = `Nothing calls ${names}: ${reason}. ${start} with Object.assign(window, { ${names} })`;
  return [scriptProblem(message, locate(setup.start, 'setup'), 'warning')];
}

/** Whether a script of the HTML pane or an external one may be p5 or its relative q5, or calls `setup` itself. */
export function mayHaveP5({ html, frameworkConfig: { resources = [] } }: Source): boolean {
  return [html, ...resources.map(({ url }) => url)].some((text) => /p5|q5|\bsetup\b/i.test(text));
}

function uses(program: Program, name: string): number {
  let count = 0;
  walkNodes(program, (node) => {
    if (node.type === 'Identifier' && node.name === name) count += 1;
    return undefined;
  });
  return count;
}
