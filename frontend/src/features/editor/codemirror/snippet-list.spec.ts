import { CompletionContext, completionStatus } from '@codemirror/autocomplete';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { cssSnippets, htmlSnippets, type Snippet, scriptSnippets } from '../snippets/snippets.ts';
import { languageOf } from './code-mirror-languages.ts';
import { snippetList, snippetsAt } from './snippet-list.ts';

/** What is offered in a file where its code has `|`. */
async function offeredIn(file: string, code: string, explicit = false) {
  const at = code.indexOf('|');
  const state = EditorState.create({ doc: code.replace('|', ''), extensions: await languageOf(file) });
  ensureSyntaxTree(state, state.doc.length);
  return { state, found: snippetsAt(new CompletionContext(state, at, explicit)) };
}

async function namesIn(file: string, code: string, explicit?: boolean) {
  const { found } = await offeredIn(file, code, explicit);
  return found?.options.map(({ label }) => label) ?? [];
}

/** The code after a snippet was chosen from the list. */
async function chosen(file: string, { name }: Snippet): Promise<string> {
  const { state, found } = await offeredIn(file, `${name}|`);
  const view = new EditorView({ state });
  const option = found?.options.find(({ label }) => label === name);
  if (found && typeof option?.apply === 'function') option.apply(view, option, found.from, name.length);
  const code = view.state.doc.toString();
  view.destroy();
  return code;
}

test.each([
  ['index.html', 'co|', ['container', 'col']],
  ['index.html', '<div>\n  ro|', ['row']],
  ['index.html', '<div>ro|', ['row']],
  ['style.css', 'a { ma|', ['margin']],
  ['style.css', 'a {\n  flex: 1;\n  gr|', ['grid', 'gradient']],
  ['style.scss', 'a { b { sh|', ['shadow']],
  ['style.less', 'a { b { sh|', ['shadow']],
  ['index.html', '<style>\na { ma|\n}</style>', ['margin']],
  ['index.html', '<script>\nfe|\n</script>', ['fetch']],
  ['script.ts', 'fe|', ['fetch']],
  ['script.vue', '<style>\na { ma|\n}</style>', ['margin']],
])('%s has its snippets in %s', async (file, code, names) => {
  expect(await namesIn(file, code)).toEqual(names);
});

test.each([
  ['index.html', 'c|'],
  ['index.html', 'one nice ro|'],
  ['index.html', '<fo|'],
  ['index.html', '<p class="ro|"></p>'],
  ['style.css', 'a { display: fl|'],
  ['style.css', 'a { margin-le|'],
  ['script.js', 'console.lo|'],
  ['index.html', 'xy|'],
  ['index.pug', 'ro|'],
])('%s has none in %s', async (file, code) => {
  expect(await namesIn(file, code)).toEqual([]);
});

test('all are there when they are asked for', async () => {
  expect(await namesIn('index.html', '|', true)).toEqual(htmlSnippets.map(({ name }) => name));
});

test.each([
  ...htmlSnippets.map((snippet) => ['index.html', snippet] as const),
  ...cssSnippets.map((snippet) => ['style.css', snippet] as const),
  ...scriptSnippets.map((snippet) => ['script.js', snippet] as const),
])('%s: $name is inserted without the signs of its tab stops', async (file, snippet) => {
  const code = await chosen(file, snippet);
  expect(code).not.toBe(snippet.name);
  expect(code.replace('${response.status}', '')).not.toMatch(/\$|\\|\|/);
});

test('a snippet has the indentation of its place', async () => {
  const { state, found } = await offeredIn('index.html', '<main>\n    col|\n</main>');
  const view = new EditorView({ state });
  const [option] = found?.options ?? [];
  if (found && typeof option?.apply === 'function')
    option.apply(view, option, found.from, found.from + 'col'.length);
  expect(view.state.doc.toString()).toBe('<main>\n    <div class="col">\n      \n    </div>\n</main>');
  expect(view.state.sliceDoc(0, view.state.selection.main.head)).toMatch(/"col">\n {6}$/);
  view.destroy();
});

test('an entry takes a tap from the key on that has left it in the list', async () => {
  const extensions = [await languageOf('index.html'), snippetList];
  const view = new EditorView({ parent: document.body, extensions });
  const type = (letter: string) =>
    view.dispatch({ ...view.state.replaceSelection(letter), userEvent: 'input.type' });
  for (const letter of 'co') type(letter);
  await waitFor(() => expect(completionStatus(view.state)).toBe('active'));
  type('l');
  fireEvent.mouseDown(screen.getByRole('option', { name: /^col/ }));
  expect(view.state.doc.toString()).toContain('class="col"');
  view.destroy();
});
