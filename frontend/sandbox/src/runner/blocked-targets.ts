import { findFirst, getter, lower, method } from './natives';

// Kept before user code runs, which may overwrite them.
const findAll = method(Document.prototype, 'querySelectorAll');
const attribute = method(Element.prototype, 'getAttribute');
const ownName = getter(window, 'name');

/**
 * Where a link or form would go that the sandbox of a preview blocks: a new window, or a page around this one. Without
 * a target of its own (`named`) it has that of the page's base. Undefined for this page and its frames.
 */
export function blockedTarget(named: string | null): 'window' | 'outside' | undefined {
  const base = findFirst(document, 'base[target]');
  const name = named ?? (base && attribute(base, 'target')) ?? '';
  const target = lower(name);
  if (target === '_parent' || target === '_top') return 'outside';
  return target === '' || target === '_self' || isFrame(name) ? undefined : 'window';
}

/** Whether this page or a frame of it has exactly this name. */
function isFrame(name: string): boolean {
  if (ownName(window) === name) return true;
  const frames = findAll(document, 'iframe[name], frame[name], object[name]');
  for (let at = 0; at < frames.length; at += 1) if (attribute(frames[at], 'name') === name) return true;
  return false;
}
