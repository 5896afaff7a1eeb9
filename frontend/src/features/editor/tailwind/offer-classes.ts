import type { TailwindClass } from '@studio/engine/styles/tailwind-classes';
import { languages } from 'monaco-editor/editor';

/** How many characters before the caret are searched for the start of the attribute. */
const lookedThrough = 2_000;

/**
 * Completes Tailwind's classes in `class`, `className` and behind `@apply`, until the returned function is called.
 * `css` returns the CSS pane, which may add classes. Tailwind is loaded when the first class is typed.
 */
export function offerTailwindClasses(css: () => string): () => void {
  const tailwind = startTailwind();
  const offered = languages.registerCompletionItemProvider(['html', 'css', 'javascript', 'typescript'], {
    triggerCharacters: [' ', '"', "'", '`', '-', ':'],
    async provideCompletionItems(model, position) {
      const offset = model.getOffsetAt(position);
      const start = model.getPositionAt(Math.max(0, offset - lookedThrough));
      const typed = classBeingTyped(
        model.getValueInRange({
          startLineNumber: start.lineNumber,
          startColumn: start.column,
          endLineNumber: position.lineNumber,
          endColumn: position.column,
        }),
      );
      if (typed === null) return { suggestions: [] };
      const range = {
        startLineNumber: position.lineNumber,
        startColumn: position.column - typed.length,
        endLineNumber: position.lineNumber,
        endColumn: position.column,
      };
      const classes = await tailwind.classes(css(), typed);
      return {
        // The next key changes the list.
        incomplete: true,
        suggestions: classes.map((found, index) => suggestion(found, index, range)),
      };
    },
  });
  return () => {
    offered.dispose();
    tailwind.end();
  };
}

function suggestion(
  { name, rule, color }: TailwindClass,
  index: number,
  range: languages.CompletionItem['range'],
) {
  const isVariant = rule === null;
  return {
    label: name,
    kind: color ? languages.CompletionItemKind.Color : languages.CompletionItemKind.Constant,
    // Monaco shows a colour in `detail` as a swatch.
    ...(color && { detail: color }),
    ...(rule && { documentation: { value: `\`\`\`css\n${rule}\n\`\`\`` } }),
    insertText: name,
    sortText: String(index).padStart(3, '0'),
    range,
    // A variant must be followed by a class.
    ...(isVariant && { command: { id: 'editor.action.triggerSuggest', title: '' } }),
  } satisfies languages.CompletionItem;
}

/** Tailwind's worker, started at the first request. */
function startTailwind() {
  let worker: Worker | null = null;
  let requests = 0;
  const waiting = new Map<number, (classes: TailwindClass[]) => void>();

  function settle(number: number, classes: TailwindClass[]): void {
    waiting.get(number)?.(classes);
    waiting.delete(number);
  }

  function start(): Worker {
    const started = new Worker(new URL('./tailwind.worker.ts', import.meta.url), { type: 'module' });
    started.addEventListener('message', ({ data }: MessageEvent<ClassesResponse>) =>
      settle(data.number, data.classes),
    );
    // Its script could not be loaded: the next request starts another worker.
    started.addEventListener('error', ({ message }) => {
      console.warn('Tailwind could not be loaded to complete its classes.', message);
      end();
    });
    return started;
  }

  function end(): void {
    worker?.terminate();
    worker = null;
    for (const number of waiting.keys()) settle(number, []);
  }

  return {
    classes(css: string, typed: string): Promise<TailwindClass[]> {
      worker ??= start();
      requests += 1;
      const number = requests;
      worker.postMessage({ number, css, typed } satisfies ClassesRequest);
      return new Promise((resolve) => waiting.set(number, resolve));
    },
    end,
  };
}

/** Page → worker: the typed beginning of a class, and the CSS pane. */
export interface ClassesRequest {
  number: number;
  css: string;
  typed: string;
}

/** Worker → page: the suggestions, with colours as `#rrggbb`. */
export interface ClassesResponse {
  number: number;
  classes: TailwindClass[];
}

const quotes = ['"', "'", '`'];
const attributes = ['class', 'className'];

/**
 * The beginning of a class at the end of a piece of HTML, JSX or CSS: in the value of `class` or `className`, with or
 * without braces, or behind `@apply`. Null elsewhere; empty before the first character of a class.
 */
export function classBeingTyped(text: string): string | null {
  const value = attributeValue(text) ?? applied(text);
  return value?.split(/\s/).at(-1) ?? null;
}

function attributeValue(text: string): string | null {
  const quote = Math.max(...quotes.map((mark) => text.lastIndexOf(mark)));
  if (quote === -1) return null;
  const before = text.slice(0, quote).trimEnd();
  const assigned = (before.endsWith('{') ? before.slice(0, -1) : before).trimEnd();
  if (!assigned.endsWith('=')) return null;
  const name = assigned.slice(0, -1).trimEnd();
  const isClass = attributes.some(
    (attribute) => /\s/.test(name.at(-attribute.length - 1) ?? '') && name.endsWith(attribute),
  );
  return isClass ? text.slice(quote + 1) : null;
}

function applied(text: string): string | null {
  const rule = '@apply ';
  const at = text.lastIndexOf(rule);
  const value = text.slice(at + rule.length);
  return at === -1 || /[;{}]/.test(value) ? null : value;
}
