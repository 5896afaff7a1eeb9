import { indexOf, method, slice } from '../runner/natives';
import { valueAt } from './own-values';

// Kept before user code runs, which may overwrite it.
const match = method(RegExp.prototype, 'exec');

/** What browsers say of a name that nothing defines; Safari has other words than the rest. */
const missing = /\bReferenceError: (?:([$\w]+) is not defined|Can't find variable: ([$\w]+))$/;

/** The globals that scripts of libraries define, with an import that takes their place. */
const imports: Record<string, string | null> = {
  __proto__: null,
  $: "$ from 'jquery'",
  jQuery: "jQuery from 'jquery'",
  _: "_ from 'lodash'",
  axios: "axios from 'axios'",
  Buffer: "{ Buffer } from 'buffer'",
  Chart: "Chart from 'chart.js/auto'",
  confetti: "confetti from 'canvas-confetti'",
  d3: "* as d3 from 'd3'",
  dayjs: "dayjs from 'dayjs'",
  DOMPurify: "DOMPurify from 'dompurify'",
  Howl: "{ Howl } from 'howler'",
  L: "L from 'leaflet'",
  marked: "{ marked } from 'marked'",
  Matter: "Matter from 'matter-js'",
  p5: "p5 from 'p5'",
  PIXI: "* as PIXI from 'pixi.js'",
  process: "process from 'process'",
  Swiper: "Swiper from 'swiper/bundle'",
  THREE: "* as THREE from 'three'",
  Tone: "* as Tone from 'tone'",
};

/** The globals of frameworks that a page has where its project chooses them. */
const frameworks: Record<string, string | null> = {
  __proto__: null,
  React: 'React',
  ReactDOM: 'React',
  Vue: 'Vue',
  bootstrap: 'Bootstrap',
};

/** How to get a name that nothing defines, behind the text of the error: of a framework, or of a library. */
export function missingNameHint(message: string, stack: string): string {
  const found = match(missing, message);
  const name = found?.[1] ?? found?.[2] ?? '';
  const framework = frameworks[name];
  if (framework) return ` (Choose ${framework} in Framework Configuration)`;
  // What the JavaScript pane imports is not defined for the scripts of the HTML.
  const wanted = isInPane(stack) && importOf(name);
  return wanted ? ` (Write import ${wanted})` : '';
}

function importOf(name: string): string | null | undefined {
  return imports[name] ?? frameworkImport(name, 'React', 'react') ?? frameworkImport(name, 'Vue', 'vue');
}

function isInPane(stack: string): boolean {
  const at = indexOf(stack, 'script.js:');
  return at >= 0 && indexOf(slice(stack, 0, at), '\n') < 0;
}

/** The import of a function that a framework of the page has, such as `useState`. */
function frameworkImport(name: string, library: string, specifier: string): string | undefined {
  const held = valueAt(window, library);
  const isObject = typeof held === 'object' && held !== null;
  return isObject && typeof valueAt(held, name) === 'function'
    ? `{ ${name} } from '${specifier}'`
    : undefined;
}
