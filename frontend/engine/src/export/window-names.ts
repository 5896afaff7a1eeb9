import { elementTexts } from '../html/scan-tags.js';
import type { ScriptOutline } from './script-outline.js';

/** Attributes like `onclick="add(1)"`, in the page or in markup that a script makes. */
const handler = /\bon[a-z]+\s*=\s*(?:\\?"([^"]*)"|\\?'([^']*)')/gi;
const identifier = /(?<![\p{ID_Continue}$.])[\p{ID_Continue}$]+/gu;

/**
 * Lines that put on `window` what handlers in the page call by name: the names of a module are its own, those of the
 * ordinary script that it is in the preview are everybody's.
 */
export function windowNames(html: string, js: string, { declared }: ScriptOutline): string[] {
  const handlers = Array.from(`${html}\n${js}`.matchAll(handler), ([, one, other]) => one ?? other ?? '');
  const callers = [...handlers, ...elementTexts(html, 'script')].join('\n');
  const used = new Set(callers.match(identifier));
  const called = declared.filter(({ name }) => used.has(name));
  const fixed = called.filter((one) => one.fixed).map(({ name }) => name);
  return [
    ...(fixed.length > 0 ? [`Object.assign(window, { ${fixed.join(', ')} });`] : []),
    ...called.filter((one) => !one.fixed).map(({ name }) => accessor(name)),
  ];
}

/** A variable that changes: handlers read and set the module's own. */
function accessor(name: string): string {
  return `Object.defineProperty(window, '${name}', { get: () => ${name}, set: (value) => { ${name} = value; } });`;
}
