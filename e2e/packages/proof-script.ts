import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { NamedPackage } from './named-packages.ts';

type Framework = FrameworkConfig['framework'];

/**
 * The script of a project that uses a package, and then says so in an `<output>`: `used`, or what is wrong. A use has
 * `it` (the module), `place` (an empty element of 300 × 200 pixels), `until`, and the helpers of its framework.
 */
export function proofScript({ specifier, use, framework }: NamedPackage): string {
  return `import * as it from '${specifier}';
${helpers[framework]}
const place = document.createElement('div');
place.style.cssText = 'width: 300px; height: 200px';
document.body.append(place);
// The value of a condition as soon as it is true.
const until = async (condition) => {
  for (;;) {
    const value = await condition();
    if (value) return value;
    await new Promise((next) => setTimeout(next, 20));
  }
};
let shown;
try {
  shown = (await (async () => ${use})()) === true ? 'used' : 'it does not do what it should';
} catch (error) {
  shown = String(error);
}
// What the use has started may still fail until the next frame is drawn.
await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
document.body.append(Object.assign(document.createElement('output'), { className: 'proof', textContent: shown }));
`;
}

/** `draw` renders a component with the project's own copy of the framework; it rejects if that throws an error. */
const helpers: Record<Framework, string> = {
  vanilla: '',
  react: `import * as React from 'react';
import { createRoot } from 'react-dom/client';
const h = React.createElement;
const draw = (type, props, ...children) =>
  new Promise((resolve, reject) => {
    const root = document.body.appendChild(document.createElement('div'));
    const Drawn = () => {
      React.useEffect(() => resolve(root), []);
      return h(type, props, ...children);
    };
    const onUncaughtError = (error) => {
      reject(error);
      reportError(error);
    };
    createRoot(root, { onUncaughtError }).render(h(Drawn));
  });`,
  vue: `import { createApp, h } from 'vue';
const draw = (type, props, children, ...plugins) =>
  new Promise((resolve, reject) => {
    const root = document.body.appendChild(document.createElement('div'));
    const app = createApp({ render: () => h(type, props, children), mounted: () => resolve(root) });
    app.config.errorHandler = (error) => {
      reject(error);
      reportError(error);
    };
    for (const plugin of plugins) app.use(plugin);
    app.mount(root);
  });`,
};
