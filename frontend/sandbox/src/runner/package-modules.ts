import { moduleLimits } from '@studio/contract/limits';
import type { HostMessage } from '@studio/contract/preview';
import { postToHost } from './host';
import { indexOf, method, slice } from './natives';

// Kept before user code runs, which may overwrite them.
const loaded = method(Performance.prototype, 'getEntriesByType');
const { performance } = window;
const packages = `${location.origin}/packages/`;
const match = method(RegExp.prototype, 'exec');
/** What packages load that is no module. */
const otherFile = /\.(?![mc]?js\b)\w+$/;

/** Sends the app the modules of packages that the page has loaded. To be called when its scripts have run. */
export function reportModules(): void {
  const entries = loaded(performance, 'resource');
  const modules: string[] = [];
  for (let at = 0; at < entries.length && modules.length < moduleLimits.count; at += 1) {
    const { name, responseStatus } = entries[at] as PerformanceResourceTiming;
    if (indexOf(name, packages) !== 0 || name.length > moduleLimits.length) continue;
    // What fails ahead has failed for the page as well, which may be written much later. Safari knows no status.
    if (responseStatus === 0 || responseStatus >= 400) continue;
    if (!match(otherFile, name)) modules[modules.length] = slice(name, location.origin.length);
  }
  if (modules.length > 0) postToHost({ type: 'studio:modules', modules });
}

/**
 * Loads modules into the empty page, where they outlive `document.open()`: the page that is written into it finds them
 * there. The import map comes first, as what the modules import by name is looked up when they come.
 */
export function preloadModules({
  importMap,
  modules,
}: Extract<HostMessage, { type: 'studio:preload' }>): void {
  const map = Object.assign(document.createElement('script'), { type: 'importmap', textContent: importMap });
  document.head.append(map);
  for (const href of modules)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
}
