import type { ScriptOutline } from './script-outline.js';

/** Attributes like `onclick="add(1)"`, in the page or in markup that a script makes. */
const handler = /\bon[a-z]+\s*=\s*(?:\\?"([^"]*)"|\\?'([^']*)')/gi;
const inlineScript = /<script\b[^>]*>([\s\S]*?)<\/script/gi;

/**
 * Lines that put on `window` what handlers in the page call by name: the names of a module are its own, those of the
 * ordinary script that it is in the preview are everybody's.
 */
export function windowNames(html: string, js: string, { declared }: ScriptOutline): string[] {
  const callers = [...`${html}\n${js}`.matchAll(handler), ...html.matchAll(inlineScript)]
    .map(([, one, other]) => one ?? other ?? '')
    .join('\n');
  const called = declared.filter(({ name }) =>
    new RegExp(`(?<![\\w$.])${escape(name)}(?![\\w$])`).test(callers),
  );
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

function escape(name: string): string {
  return name.replaceAll('$', '\\$');
}
