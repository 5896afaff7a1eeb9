import type { ConsoleObject, ConsoleProperty } from '@studio/contract/console';
import { consoleLimits as limits } from '@studio/contract/preview-limits';
import { getter, method } from '../runner/natives';
import { addBrowserAttributes } from './browser-attributes';
import { type Copying, copyProperties } from './copy-entries';
import { attribute, attributeNames, localName, nameOf, openTag, typeOf } from './node-label';
import { constructorName } from './own-values';

const textOf = getter(Node.prototype, 'nodeValue');
const firstChild = getter(Node.prototype, 'firstChild');
const nextSibling = getter(Node.prototype, 'nextSibling');
const trim = method(String.prototype, 'trim');

/** A node of the page as markup: an element by its tag, with its children to expand. */
export function describeNode(node: object, copying: Copying): ConsoleObject {
  const type = typeOf(node);
  if (type === Node.TEXT_NODE) return { kind: 'text', name: '#text', text: copying.clip(textOf(node) ?? '') };
  if (type === Node.COMMENT_NODE) {
    return { kind: 'text', name: '#comment', text: copying.clip(`<!--${textOf(node) ?? ''}-->`) };
  }
  if (type !== Node.ELEMENT_NODE) {
    const name = copying.clip(nameOf(node));
    return { kind: 'element', name, text: name, ...copyChildren(node, copying) };
  }
  if (copying.elementsAsObjects) {
    return { kind: 'plain', name: constructorName(node), ...copyAttributes(node, copying) };
  }
  return {
    kind: 'element',
    name: copying.clip(localName(node)),
    text: copying.clip(openTag(node)),
    ...copyChildren(node, copying),
  };
}

/** The attributes, then properties that the project added to the element, then those of the browser. */
function copyAttributes(element: object, copying: Copying) {
  const entries: ConsoleProperty[] = [];
  const names = attributeNames(element);
  for (let at = 0; at < names.length && at < limits.entries && copying.hasRoom(); at += 1) {
    entries[at] = { key: copying.encode(names[at]), value: copying.encode(attribute(element, names[at])) };
  }
  const own = copyProperties(element, copying);
  for (let at = 0; own.entries && at < own.entries.length; at += 1) {
    const entry = own.entries[at];
    if (entry) entries[entries.length] = entry;
  }
  addBrowserAttributes(element, entries, copying);
  return { ...own, entries };
}

/** Child elements, and texts as strings; texts of only white space are left out. */
function copyChildren(node: object, copying: Copying) {
  const entries: ConsoleProperty[] = [];
  let left = 0;
  for (let child = firstChild(node); child; child = nextSibling(child)) {
    const isText = typeOf(child) === Node.TEXT_NODE;
    const text = isText ? trim(textOf(child)) : '';
    if (isText && text === '') continue;
    if (entries.length === limits.entries || !copying.hasRoom()) left += 1;
    else entries[entries.length] = { key: entries.length, value: copying.encode(isText ? text : child) };
  }
  return left > 0 ? { entries, left } : { entries };
}
