import { parseSync } from 'rolldown/utils';

/** Longer texts take too much memory as a tree. */
const longestCode = 2 * 1_048_576;
const mostNames = 2_000;

interface Node {
  type: string;
  [field: string]: unknown;
}

interface FunctionNode extends Node {
  body: unknown;
}

/**
 * What the statements of a file say of its variables. One name is one variable, in whatever function it is; `f()` is what
 * functions of a name return, and `f#0` what they are given first.
 */
interface Facts {
  /** What a variable is set to. */
  values: Map<string, Node[]>;
  /** Names that are set on a variable. */
  properties: Map<string, Set<string>>;
  /** Variables that are set to this one. */
  aliases: Map<string, Set<string>>;
  /** What a function returns. */
  returned: Map<Node, Node[]>;
}

/**
 * What a CommonJS file sets on whatever it exports: on `exports`, on variables that are the same, and on objects and
 * functions that become `module.exports`, as in UMD. Rather a name too many, which is undefined where it is imported.
 * @returns the names, and the modules that it exports as they are
 */
export function assignedExports(code: string): { names: string[]; required: string[] } {
  if (code.length > longestCode) return { names: [], required: [] };
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
  return { names: [...names].slice(0, mostNames), required: [...required] };
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

/** `Object.assign(target, { key })`, `Object.defineProperty(target, 'key', …)` and others like them; and what a function is given. */
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

/** Variables that are what the file exports: `const own = typeof exports === 'object' && exports`. */
function aliasesOfExports({ aliases }: Facts): Set<string> {
  const found = new Set(['exports']);
  // A set that grows while it is gone through is gone through to its new end.
  for (const name of found) for (const alias of aliases.get(name) ?? []) found.add(alias);
  return found;
}

/** The variables that an expression may come to. */
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

/** What an expression may come to. */
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

/** The parts of an expression, any of which may be its value. */
function branchesOf(node: Node): Node[] {
  return partsOf(node).filter(isNode);
}

function partsOf(node: Node): unknown[] {
  switch (node.type) {
    case 'AssignmentExpression':
      // What a variable is set to is known by its name.
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

/** The function of a call and what it is given, where it is called by `.call(this, …)` too. */
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

/** The name of a variable; any `….exports` is that of `exports`. */
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

/** Null for what is known only when the code runs, and for what nobody can import. */
function keyOf(node: unknown, isComputed: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'Identifier') return isComputed === true ? null : (node['name'] as string);
  const { value } = node;
  return typeof value === 'string' && /^[A-Za-z_$][\w$]*$/.test(value) ? value : null;
}

/** A class as well. */
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
