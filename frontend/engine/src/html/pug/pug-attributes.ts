import { type Constant, constantValue } from './constant-value.js';
import type { PugPieces } from './pug-pieces.js';
import { pugRuntime } from './pug-runtime.js';
import type { PugAttribute, PugAttributes, PugTag } from './pug-tree.js';

/** The runtime's functions for constant attributes. They run outside the isolate and receive only literals. */
const { attr, classes, style } = pugRuntime(0, '');

/** Writes the attributes of a tag, its classes first. */
export function writeAttributes(pieces: PugPieces, tag: PugTag, isTerse: boolean): void {
  if (tag.attributeBlocks.length > 0) {
    pieces.code(`pug_runtime.raw(pug_runtime.attrs(${mergedAttributes(tag)},${isTerse}));`, tag);
    return;
  }
  const names = tag.attrs.filter(({ name }) => name === 'class');
  if (names.length > 0) writeClasses(pieces, names, isTerse);
  for (const attribute of tag.attrs) if (attribute.name !== 'class') write(pieces, attribute, isTerse);
}

/** The attributes of a tag or of a call as an expression, those of `&attributes` among them. */
export function mergedAttributes({ attrs, attributeBlocks }: PugAttributes): string {
  const own = attrs.length > 0 ? [attributesObject(attrs)] : [];
  return `pug_runtime.merge([${[...own, ...attributeBlocks.map(({ val }) => `(${val})`)].join()}])`;
}

function writeClasses(pieces: PugPieces, attributes: PugAttribute[], isTerse: boolean): void {
  const [first] = attributes as [PugAttribute];
  const constants = constantsOf(attributes);
  if (constants) {
    const escaping = attributes.map(({ mustEscape }) => mustEscape);
    pieces.markup(attr('class', classes(constants, escaping), false, isTerse), first);
  } else
    pieces.code(
      `pug_runtime.raw(pug_runtime.attr("class",${classesOf(attributes)},false,${isTerse}));`,
      first,
    );
}

function constantsOf(attributes: PugAttribute[]): Constant[] | null {
  const known = attributes.flatMap(({ val }) => constantValue(val) ?? []);
  return known.length === attributes.length ? known.map(({ value }) => value) : null;
}

function classesOf(attributes: PugAttribute[]): string {
  const values = attributes.map(({ val }) => `(${val})`).join();
  return `pug_runtime.classes([${values}],${JSON.stringify(attributes.map(({ mustEscape }) => mustEscape))})`;
}

function write(pieces: PugPieces, attribute: PugAttribute, isTerse: boolean): void {
  const { name, val, mustEscape } = attribute;
  const constant = constantValue(val);
  if (constant) {
    const value = name === 'style' ? style(constant.value) : constant.value;
    pieces.markup(attr(name, value, mustEscape, isTerse), attribute);
  } else {
    const value = valueOf(attribute);
    pieces.code(
      `pug_runtime.raw(pug_runtime.attr(${JSON.stringify(name)},${value},${mustEscape},${isTerse}));`,
      attribute,
    );
  }
}

function valueOf({ name, val }: PugAttribute): string {
  return name === 'style' ? `pug_runtime.style(${val})` : `(${val})`;
}

function attributesObject(attributes: PugAttribute[]): string {
  const names = attributes.filter(({ name }) => name === 'class');
  const entries = attributes
    .filter(({ name }) => name !== 'class')
    .map((attribute) => {
      const value = valueOf(attribute);
      return `[${JSON.stringify(attribute.name)}]:${attribute.mustEscape ? `pug_runtime.escape(${value})` : value}`;
    });
  if (names.length > 0) entries.unshift(`class:${classesOf(names)}`);
  return `{${entries.join()}}`;
}
