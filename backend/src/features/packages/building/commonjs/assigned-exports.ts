import { parseSync } from 'rolldown/utils';

/** In characters. The syntax trees of longer files need too much memory. */
const maxCodeLength = 2 * 1_048_576;
const maxNames = 2_000;

interface Node {
  type: string;
  [field: string]: unknown;
}

interface FunctionNode extends Node {
  body: unknown;
}

/**
 * What is known about a file's variables. Scopes are ignored: variables with the same name are one. `f()` stands for
 * what functions named `f` return, `f#0` for their first argument.
 */
interface Facts {
  /** The values that are assigned to a variable. */
  values: Map<string, Node[]>;
  /** The property names that are set on a variable. */
  properties: Map<string, Set<string>>;
  /** The variables that this one is assigned to. */
  aliases: Map<string, Set<string>>;
  /** The values that a function returns. */
  returned: Map<Node, Node[]>;
}

/**
 * Finds the names that a CommonJS file exports: set on `exports`, on its aliases, and on objects and functions that
 * become `module.exports`, as in UMD. When in doubt a name is included; importing it then gives undefined.
 * @returns the names, and the modules that it re-exports as a whole
 */
export function assignedExports(code: string): { names: string[]; required: string[] } {
  if (code.length > maxCodeLength) return { names: [], required: [] };
  const { program, errors } = parseSync('file.js', code, { sourceType: 'commonjs', preserveParens: false });
  if (errors.length > 0) return { names: [], required: [] };
  const facts = factsOf(program as unknown as Node);
  const names = new Set<string>();
  const required = new Set<string>();
  const waiting: Node[] = [...aliasesOfExports(facts)].map(variable);
  const seen = new Set<unknown>();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const name = variableOf(next);
    if (seen.has(name ?? next)) continue;
    seen.add(name ?? next);
    const keys = name === null ? keysOf(next) : (facts.properties.get(name) ?? []);
    for (const key of keys) names.add(key);
    const module = requiredBy(next);
    if (module !== null) required.add(module);
    const values = name === null ? valuesOf(next, facts) : (facts.values.get(name) ?? []);
    for (const value of values) waiting.push(value);
  }
  for (const name of ['default', '__esModule', 'prototype']) names.delete(name);
  return { names: [...names].slice(0, maxNames), required: [...required] };
}

function factsOf(program: Node): Facts {
  const facts: Facts = { values: new Map(), properties: new Map(), aliases: new Map(), returned: new Map() };
  const waiting = [{ node: program, around: program }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, around } = next;
    addFacts(facts, node, around);
    const inside = isFunction(node) ? node : around;
    for (const field of Object.values(node)) {
      for (const child of Array.isArray(field) ? field : [field])
        if (isNode(child)) waiting.push({ node: child, around: inside });
    }
  }
  return facts;
}

function addFacts(facts: Facts, node: Node, around: Node): void {
  if (node.type === 'VariableDeclarator') addValue(facts, variableOf(node['id']), node['init']);
  if (node.type === 'AssignmentExpression') addAssignment(facts, node);
  if (isFunction(node)) addValue(facts, variableOf(node['id']), node);
  if (node.type === 'ReturnStatement') addReturned(facts, around, node['argument']);
  if (node.type === 'ArrowFunctionExpression') addReturned(facts, node, node['body']);
  if (node.type === 'CallExpression') addCall(facts, node);
}

function addValue({ values, aliases }: Facts, name: string | null, value: unknown): void {
  if (name === null || !isNode(value)) return;
  getOrAdd(values, name, () => []).push(value);
  for (const each of variablesIn(value)) getOrAdd(aliases, each, () => new Set()).add(name);
  if (!isFunction(value)) return;
  getOrAdd(values, `${name}()`, () => []).push({ type: 'Returned', by: value });
  for (const [index, parameter] of parametersOf(value).entries()) {
    const alias = variableOf(parameter);
    if (alias !== null) getOrAdd(aliases, `${name}#${index}`, () => new Set()).add(alias);
  }
}

function addReturned({ returned }: Facts, by: Node, value: unknown): void {
  if (isNode(value)) getOrAdd(returned, by, () => []).push(value);
}

function addAssignment(facts: Facts, { left, right }: Node): void {
  addValue(facts, variableOf(left), right);
  if (isNode(left) && left.type === 'MemberExpression')
    addProperties(facts, left['object'], [keyOf(left['property'], left['computed'])]);
}

function addProperties({ properties }: Facts, target: unknown, keys: readonly (string | null)[]): void {
  const name = variableOf(target);
  if (name === null) return;
  const known = getOrAdd(properties, name, () => new Set());
  for (const key of keys) if (key !== null) known.add(key);
}

/**
 * Handles `Object.assign(target, { key })`, `Object.defineProperty(target, 'key', …)` and similar, and the arguments
 * of calls.
 */
function addCall(facts: Facts, call: Node): void {
  const [target, ...others] = call['arguments'] as Node[];
  const key = others.length === 2 ? keyOf(others[0], true) : null;
  addProperties(facts, target, key === null ? others.flatMap(keysOf) : [key]);
  const { called, given } = calledBy(call);
  const name = variableOf(called);
  for (const [index, each] of given.entries()) {
    if (isFunction(called)) addValue(facts, variableOf(parametersOf(called)[index]), each);
    if (name === null) continue;
    for (const one of variablesIn(each))
      getOrAdd(facts.aliases, one, () => new Set()).add(`${name}#${index}`);
  }
}

/** Variables that are aliases of `exports`, as in `const own = typeof exports === 'object' && exports`. */
function aliasesOfExports({ aliases }: Facts): Set<string> {
  const found = new Set(['exports']);
  // Iterating over a set also visits what is added meanwhile.
  for (const name of found) for (const alias of aliases.get(name) ?? []) found.add(alias);
  return found;
}

/** The variables that may be the value of an expression. */
function variablesIn(value: Node): string[] {
  const found: string[] = [];
  const waiting = [value];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const name = variableOf(next);
    if (name !== null) found.push(name);
    waiting.push(...branchesOf(next));
  }
  return found;
}

/** The nodes that may be the value of an expression. */
function valuesOf(node: Node, { returned }: Facts): Node[] {
  if (node.type === 'Returned') return returned.get(node['by'] as Node) ?? [];
  if (isFunction(node)) return isNode(node['id']) ? [node['id']] : [];
  if (node.type === 'ObjectExpression')
    return (node['properties'] as Node[]).map(({ argument }) => argument).filter(isNode);
  if (node.type !== 'CallExpression') return branchesOf(node);
  const { called, given } = calledBy(node);
  if (isNode(called) && called.type === 'MemberExpression' && variableOf(called['object']) === 'Object')
    return given;
  if (isFunction(called)) return [{ type: 'Returned', by: called }];
  const name = variableOf(called);
  return name === null ? [] : [variable(`${name}()`)];
}

/** The parts of an expression that may be its value. */
function branchesOf(node: Node): Node[] {
  return partsOf(node).filter(isNode);
}

function partsOf(node: Node): unknown[] {
  switch (node.type) {
    case 'AssignmentExpression':
      // The values of a variable are found by its name.
      return [variableOf(node['left']) === null ? node['right'] : node['left']];
    case 'ConditionalExpression':
      return [node['consequent'], node['alternate']];
    case 'LogicalExpression':
      return node['operator'] === '&&' ? [node['right']] : [node['left'], node['right']];
    case 'SequenceExpression':
      return (node['expressions'] as Node[]).slice(-1);
    default:
      return [];
  }
}

/** The function and the arguments of a call, also one by `.call(this, …)`. */
function calledBy(call: Node): { called: unknown; given: Node[] } {
  const { callee } = call;
  const given = call['arguments'] as Node[];
  const isByCall =
    isNode(callee) && callee.type === 'MemberExpression' && keyOf(callee['property'], false) === 'call';
  return isByCall ? { called: callee['object'], given: given.slice(1) } : { called: callee, given };
}

function requiredBy(node: Node): string | null {
  if (node.type !== 'CallExpression' || variableOf(node['callee']) !== 'require') return null;
  const [asked] = node['arguments'] as Node[];
  return typeof asked?.['value'] === 'string' ? asked['value'] : null;
}

/** The name of a variable, or null. Any `….exports` counts as `exports`. */
function variableOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'Identifier') return node['name'] as string;
  const isExports =
    node.type === 'MemberExpression' && keyOf(node['property'], node['computed']) === 'exports';
  return isExports ? 'exports' : null;
}

function variable(name: string): Node {
  return { type: 'Identifier', name };
}

function parametersOf(called: Node): Node[] {
  return (called['params'] ?? []) as Node[];
}

function keysOf(node: unknown): string[] {
  if (!isNode(node) || node.type !== 'ObjectExpression') return [];
  const keys = (node['properties'] as Node[]).map(({ key, computed }) => keyOf(key, computed));
  return keys.filter((key) => key !== null);
}

/** The name of a property; null if it is computed at run time or is no identifier. */
function keyOf(node: unknown, isComputed: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'Identifier') return isComputed === true ? null : (node['name'] as string);
  const { value } = node;
  return typeof value === 'string' && /^[A-Za-z_$][\w$]*$/.test(value) ? value : null;
}

/** Whether it is a function or a class. */
function isFunction(node: unknown): node is FunctionNode {
  return isNode(node) && /Function|^Class(?:Declaration|Expression)$/.test(node.type);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}
