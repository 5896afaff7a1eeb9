import { method } from '../runner/natives';
import { valueAt } from './own-values';

// Kept before user code runs, which may overwrite it.
const match = method(RegExp.prototype, 'exec');

/** What browsers say where React or Vue lacks what code for another version uses: of its global, or of an import. */
const lacking =
  /\b(?:(React)(?:DOM)?\.\w+ is not a function|(Vue)(?:\.\w+)? is not a (?:function|constructor)|module '(?:(react)(?:-dom)?|(vue))' does(?: not|n't) provide an export)/;

/** The version that the page has and what to do, behind the text of an error that code for another one causes. */
export function versionHint(message: string): string {
  const found = match(lacking, message);
  if (!found) return '';
  if (found[1] || found[3])
    return versionOf('React', 'choose another version in Framework Configuration, or change the code');
  return versionOf('Vue', 'for Vue 2’s new Vue(…) and Vue.use(…) write Vue.createApp(…) and app.use(…)');
}

function versionOf(library: string, advice: string): string {
  const held = valueAt(window, library);
  const version = typeof held === 'object' && held !== null ? valueAt(held, 'version') : undefined;
  return typeof version === 'string' ? ` (The page has ${library} ${version}: ${advice})` : '';
}
