import { constantValue } from './constant-value.js';
import { mergedAttributes, writeAttributes } from './pug-attributes.js';
import { dialectOf, type PugDialect } from './pug-doctype.js';
import { PugMistake } from './pug-mistake.js';
import { type PugPiece, PugPieces } from './pug-pieces.js';
import { pugRuntime } from './pug-runtime.js';
import type {
  PugBlock,
  PugCode,
  PugConditional,
  PugEach,
  PugMixinCall,
  PugMixinDefinition,
  PugNode,
  PugTag,
} from './pug-tree.js';

const { escape } = pugRuntime(0, '');

const emptyElements = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/** Code that continues the previous statement: nothing may be written between the two. */
const goesOn = /^\s*else\b/;

/**
 * A template as pieces of the page and of code. Its code is copied as text and not parsed. `initial`: the dialect until
 * the template chooses one.
 * @throws PugMistake
 */
export function writePug(template: PugBlock, initial: PugDialect): PugPiece[] {
  const pieces = new PugPieces();
  let dialect = initial;

  function write(node: PugNode): void {
    switch (node.type) {
      case 'Block':
      case 'NamedBlock':
        return node.nodes.forEach(write);
      case 'Text':
        return node.val === '\n' ? pieces.end(node.val, node) : pieces.written(node.val, node);
      case 'Comment':
      case 'BlockComment':
        if (!node.buffer) return;
        pieces.markup(`<!--${node.val ?? ''}`, node);
        if (node.block) write(node.block);
        return pieces.end('-->', node);
      case 'Doctype':
        if (node.val || dialect.doctype === null) dialect = dialectOf(node.val || 'html');
        return pieces.markup(dialect.doctype ?? '', node);
      case 'Tag':
      case 'InterpolatedTag':
        return writeTag(node);
      case 'Code':
        return writeCode(node);
      case 'Conditional':
        return writeConditional(node, '');
      case 'Case':
        pieces.code(`switch (${node.expr}) {`, node);
        write(node.block);
        return pieces.rest('}', node);
      case 'When':
        pieces.rest(node.expr === 'default' ? 'default:' : `case (${node.expr}):`, node);
        if (!node.block) return;
        write(node.block);
        return pieces.rest('break;', node);
      case 'While':
        pieces.code(`while (${node.test}) {`, node);
        write(node.block);
        return pieces.rest('}', node);
      case 'Each':
        return writeEach(node);
      case 'EachOf':
        pieces.code(`for (const ${node.val} of (${node.obj})) {`, node);
        write(node.block);
        return pieces.rest('}', node);
      case 'Mixin':
        return node.call ? writeCall(node) : writeMixin(node);
      case 'MixinBlock':
        return pieces.code('block && block();', node);
      case 'YieldBlock':
        return;
    }
  }

  function writeTag(tag: PugTag): void {
    const isEmpty = tag.selfClosing || (!dialect.isXml && emptyElements.has(tag.name ?? ''));
    if (isEmpty && tag.block.nodes.some((node) => node.type !== 'Text' || node.val.trim() !== ''))
      throw new PugMistake(`${tag.name ?? 'This'} is an element without content, and has some here.`, tag);
    const name = () => {
      if (tag.name === undefined) pieces.code(`pug_runtime.raw(${tag.expr});`, tag);
      else pieces.end(tag.name, tag);
    };
    pieces.markup('<', tag);
    name();
    writeAttributes(pieces, tag, dialect.isTerse);
    if (isEmpty) return pieces.end(dialect.isTerse && !tag.selfClosing ? '>' : '/>', tag);
    pieces.end('>', tag);
    write(tag.block);
    pieces.end('</', tag);
    name();
    pieces.end('>', tag);
  }

  function writeCode(node: PugCode): void {
    const { val, buffer, mustEscape, block } = node;
    const constant = buffer ? constantValue(val) : null;
    if (constant)
      return pieces.written(String((mustEscape ? escape(constant.value) : constant.value) ?? ''), node);
    if (buffer) return pieces.code(`pug_runtime.print((${val.trim()}),${mustEscape});`, node);
    if (goesOn.test(val)) pieces.rest(val, node);
    else pieces.code(val, node);
    if (!block) return;
    pieces.rest('{', node);
    write(block);
    pieces.rest('}', node);
  }

  function writeConditional(node: PugConditional, before: string): void {
    const { test, consequent, alternate } = node;
    pieces.rest(`${before}if (pug_runtime.at(${node.line},${node.column}),(${test})) {`, node);
    write(consequent);
    if (alternate === null) return pieces.rest('}', node);
    if (alternate.type === 'Conditional') return writeConditional(alternate, '} else ');
    pieces.rest('} else {', node);
    write(alternate);
    pieces.rest('}', node);
  }

  /** Wrapped in a function, so that its declarations are not visible outside. */
  function writeEach(node: PugEach): void {
    const { obj, val, key, block, alternate } = node;
    const names = `[${key ?? ''}, ${val}]`;
    pieces.code(
      `(function () { var pug_count = 0; for (var ${names} of pug_runtime.each(${obj})) { pug_count += 1;`,
      node,
    );
    write(block);
    pieces.rest('}', node);
    if (alternate) {
      pieces.rest('if (pug_count === 0) {', node);
      write(alternate);
      pieces.rest('}', node);
    }
    pieces.rest('}).call(this);', node);
  }

  function writeMixin(node: PugMixinDefinition): void {
    pieces.code(
      `pug_runtime.define(${JSON.stringify(node.name)}, function (${node.args ?? ''}) { var { block, attributes } = this;`,
      node,
    );
    write(node.block);
    pieces.rest('});', node);
  }

  function writeCall(node: PugMixinCall): void {
    const isComputed = node.name.startsWith('#');
    const name = isComputed ? node.name.slice(2, -1) : JSON.stringify(node.name);
    pieces.code(`pug_runtime.mixin(${name}).call({ attributes: ${mergedAttributes(node)}, block: `, node);
    if (node.block) {
      pieces.rest('function () {', node);
      write(node.block);
      pieces.rest('}', node);
    } else pieces.rest('undefined', node);
    pieces.rest(`}, ${node.args ?? ''});`, node);
  }

  write(template);
  return pieces.all;
}
