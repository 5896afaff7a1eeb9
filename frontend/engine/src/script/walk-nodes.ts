import type { AnyNode, Program } from 'acorn';

/**
 * Visits the nodes of a program, each before those in it. Keeps its own stack: a chain like `a.b.c` is as deep as it is
 * long, and the parser reads it without recursion. `visit` returns where to go on, if not with everything in the node.
 */
export function walkNodes(program: Program, visit: (node: AnyNode) => AnyNode[] | undefined): void {
  const waiting: AnyNode[] = [program];
  const add = (value: unknown) => {
    if (isNode(value)) waiting.push(value);
  };
  for (let node = waiting.pop(); node; node = waiting.pop())
    for (const value of visit(node) ?? Object.values(node))
      if (Array.isArray(value)) value.forEach(add);
      else add(value);
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value;
}
