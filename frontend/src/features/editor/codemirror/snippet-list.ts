import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippetCompletion,
} from '@codemirror/autocomplete';
import type { Language } from '@codemirror/language';
import type { EditorState, Extension } from '@codemirror/state';
import type { Snippet } from '../snippets/snippets.ts';

/** Where the language at the caret keeps its snippets. */
const dataName = 'snippets';

/** The list of snippets. None is selected at first, so that Enter stays a new line for those who write on. */
export const snippetList: Extension = autocompletion({
  override: [snippetsAt],
  icons: false,
  selectOnOpen: false,
});

/** Gives a language its snippets, also where another one contains it, as HTML does CSS. */
export function offerIn(language: Language, snippets: readonly Snippet[]): Extension {
  const completions = snippets.map(({ name, text, body }) =>
    snippetCompletion(templateOf(body), { label: name, detail: text }),
  );
  return language.data.of({ [dataName]: completions });
}

/** The snippets that begin with the word at the caret, from its second letter on or when asked for. */
export function snippetsAt(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/[a-z]*/);
  if (!word || (word.text.length < 2 && !context.explicit) || !isFirst(word.from, context.state)) return null;
  const options = context.state
    .languageDataAt<readonly Completion[]>(dataName, context.pos)
    .flat()
    .filter(({ label }) => label.startsWith(word.text));
  // With an empty list, Esc would have something to close.
  if (options.length === 0) return null;
  // At each key, not a moment later: a list that is out of date takes no tap.
  return { from: word.from, options, filter: false, update: (_list, _from, _to, next) => snippetsAt(next) };
}

/** Whether a line, an element, a statement or a declaration begins there; elsewhere a word is prose or a value. */
function isFirst(at: number, { doc }: EditorState): boolean {
  const before = doc.sliceString(doc.lineAt(at).from, at).trimEnd();
  return before === '' || /[;{}>]$/.test(before);
}

/** A body with CodeMirror's tab stops, which always have braces, and no choices. */
function templateOf(body: string): string {
  return body
    .replaceAll('\\${', '$\\{')
    .replaceAll(/\$(\d)/g, '${$1}')
    .replaceAll(/\{(\d)\|(\w+),[^|]*\|\}/g, '{$1:$2}');
}
