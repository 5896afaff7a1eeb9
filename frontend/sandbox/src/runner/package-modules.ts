import { moduleLimits } from '@studio/contract/preview-limits';
import { postToHost } from './host';
import { createElement, getter, headOf, indexOf, method, slice } from './natives';

// Kept before user code runs, which may overwrite them.
const loaded = performance.getEntriesByType.bind(performance);
const nameOf = getter(PerformanceEntry.prototype, 'name');
// Safari has no `responseStatus`.
const statusOf =
  'responseStatus' in PerformanceResourceTiming.prototype
    ? getter(PerformanceResourceTiming.prototype, 'responseStatus')
    : () => 200;
const setAttribute = method(Element.prototype, 'setAttribute');
const append = method(Element.prototype, 'append');
const remove = method(Element.prototype, 'remove');
const packages = `${location.origin}/packages/`;
const match = method(RegExp.prototype, 'exec');
/** A file of a package that is not a module. */
const otherFile = /\.(?![mc]?js\b)\w+$/;

/** Notifies the app that the page has loaded, with the modules of packages that it loaded. */
export function reportLoaded(): void {
  const entries = loaded('resource');
  const modules: string[] = [];
  for (let at = 0; at < entries.length && modules.length < moduleLimits.count; at += 1) {
    const entry = entries[at];
    const name = nameOf(entry);
    if (indexOf(name, packages) !== 0 || name.length > moduleLimits.length) continue;
    const status = statusOf(entry);
    if (status === 0 || status >= 400) continue;
    if (!match(otherFile, name)) modules[modules.length] = slice(name, location.origin.length);
  }
  postToHost({ type: 'studio:loaded', modules });
}

/** Requests all modules at once: the browser itself requests each one only after the module that imports it. */
export function preloadModules(modules: readonly string[]): void {
  const head = headOf(document);
  if (!head) return;
  for (let at = 0; at < modules.length; at += 1) {
    const link = createElement(document, 'link');
    setAttribute(link, 'rel', 'modulepreload');
    // A full address, since the page may have a `<base>`.
    setAttribute(link, 'href', location.origin + modules[at]);
    append(head, link);
    // The page is the user's: the studio leaves nothing in its DOM.
    remove(link);
  }
}
