import { getter, method } from '../runner/natives';

// Kept before user code runs, which may overwrite them.
export const typeOf = getter(Node.prototype, 'nodeType');
export const nameOf = getter(Node.prototype, 'nodeName');
export const localName = getter(Element.prototype, 'localName');
export const attributeNames = method(Element.prototype, 'getAttributeNames');
export const attribute = method(Element.prototype, 'getAttribute');

/** An element by its tag, any other node by its name. */
export function nodeLabel(node: object): string {
  return typeOf(node) === Node.ELEMENT_NODE ? openTag(node) : nameOf(node);
}

/** `<p class="a">` */
export function openTag(element: object): string {
  let tag = `<${localName(element)}`;
  const names = attributeNames(element);
  for (let at = 0; at < names.length; at += 1) {
    tag += ` ${names[at]}="${attribute(element, names[at])}"`;
  }
  return `${tag}>`;
}
