import type { Plugin } from 'vite';

/** Scripts cannot redeclare the first three, and nothing can bind `eval` in strict code. */
const fixed = new Set(['document', 'location', 'window', 'eval']);
/** The minifier's own names are shorter. */
const shortest = 3;

/**
 * Makes a script keep local copies of the globals that it uses. Otherwise a top-level declaration of a project's script
 * (`class Event`, `const Map`) would replace them for every script of the page.
 */
export function keepGlobals(): Plugin {
  return {
    name: 'keep-globals',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        const names = [...namesIn(this.parse(file.code))].filter(
          (name) => name.length >= shortest && !fixed.has(name),
        );
        file.code = `{const{${names.toSorted().join()}}=window;\n${file.code}\n}`;
      }
    },
  };
}

/** The names that a program reads or declares, without property names. */
function namesIn(program: object): Set<string> {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (!isNode(node)) return;
    if (node.type === 'Identifier') names.add(String(node['name']));
    for (const [key, child] of Object.entries(node)) if (!isPropertyName(node, key)) visit(child);
  };
  visit(program);
  return names;
}

type Node = { type: string } & Record<string, unknown>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function isPropertyName(node: Node, key: string): boolean {
  if (node['computed']) return false;
  return (
    (node.type === 'MemberExpression' && key === 'property') || (node.type === 'Property' && key === 'key')
  );
}
