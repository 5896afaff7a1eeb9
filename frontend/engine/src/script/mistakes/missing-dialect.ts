import type { Dialect, ScriptGoal } from '../parse-script.js';
import { isJsx, readQuickly, readScript } from '../read-script.js';

/** Hostile texts can be slow in sucrase, so longer ones are not tried. */
const maxCharacters = 10_000;

/** What a Vue component has besides scripts and styles, or in them. */
const componentMark = /<template[\s>]|<script\s[^<>]*\bsetup\b|\bexport\s+default\b/i;

const html = 'This is HTML: put it into the HTML pane, or leave out its tags';
const chooseReact = 'This is JSX: choose React in Framework Configuration';

/** For an invalid script: the setting to choose, if the whole text is a component or valid in a larger dialect. */
export async function missingDialect(
  source: string,
  { typescript, jsx }: Dialect,
  goal: ScriptGoal,
  mistakeAt: number,
): Promise<string | null> {
  if (/^\s*<(?:!doctype|html|head|body)[\s>]/i.test(source)) return html;
  if (/^\s*<(?:script|template|style)[\s>]/i.test(source))
    return componentMark.test(source)
      ? 'This is a Vue component: choose Vue and turn on Single-file components in Framework Configuration'
      : html;
  const isPlain = !typescript && !jsx;
  if (isPlain && source[mistakeAt] === '<' && (await isJsx(source))) return chooseReact;
  if (isPlain && source[mistakeAt] === '@' && source.length <= maxCharacters) {
    const read = await readScript(source, { typescript: true, jsx: false }, goal);
    return 'js' in read ? 'Browsers have no decorators: turn on TypeScript in Framework Configuration' : null;
  }
  // Within a function; sucrase drops it.
  const isNested = /^(?:im|ex)port\b/.test(source.slice(mistakeAt, mistakeAt + 7));
  if (isNested || source.length > maxCharacters) return null;
  if (!typescript && (await readQuickly(source, { typescript: true, jsx }, goal)))
    return 'This is TypeScript: turn on TypeScript in Framework Configuration';
  if (!jsx && (await readQuickly(source, { typescript: true, jsx: true }, goal)))
    return typescript
      ? chooseReact
      : 'This is TypeScript with JSX: choose React and turn on TypeScript in Framework Configuration';
  return null;
}
