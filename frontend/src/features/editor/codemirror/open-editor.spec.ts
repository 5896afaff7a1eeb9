import { redo, undo } from '@codemirror/commands';
import { createLiveText } from '../model/live-text.ts';
import { viewOf } from './code-mirror-view.ts';
import { openEditor } from './open-editor.ts';

function open(code: string) {
  const text = createLiveText(code);
  const { view, close } = openEditor(document.body, text, []);
  const type = (typed: string) => view.dispatch(view.state.replaceSelection(typed));
  return { text, view, close, type, handle: viewOf(view, text), shown: () => view.state.doc.toString() };
}

test('what is typed is in the live text, with the line endings that the code had', () => {
  const { text, type, handle, close } = open('one\r\ntwo\r\n');
  handle.moveTo({ lineNumber: 2, column: 4 });
  type('\n2');
  expect(text.read()).toBe('one\r\ntwo\r\n2\r\n');
  expect(handle.caret()).toBe('one\r\ntwo\r\n2'.length);
  close();
});

test('what comes from outside changes what differs: the caret stays, undo takes back one after the other', () => {
  const { text, view, type, shown, close } = open('one\ntwo\nthree\n');
  view.dispatch({ selection: { anchor: 6 } });
  text.receive('ONE!\ntwo\nTHREE\n');
  expect(view.state.selection.main.head).toBe(7);
  type('-');
  expect(text.read()).toBe('ONE!\ntw-o\nTHREE\n');
  undo(view);
  expect(shown()).toBe('ONE!\ntwo\nTHREE\n');
  undo(view);
  expect(text.read()).toBe('one\ntwo\nthree\n');
  redo(view);
  expect(text.read()).toBe('ONE!\ntwo\nTHREE\n');
  close();
});

test('what was typed before the editor was opened can be undone', () => {
  const text = createLiveText('one');
  text.type('two', {});
  const { view, close } = openEditor(document.body, text, []);
  expect(view.state.doc.toString()).toBe('two');
  undo(view);
  expect(text.read()).toBe('one');
  close();
});

test('what is its own and comes back late is no change', () => {
  const { text, view, type, close } = open('');
  type('a');
  type('b');
  text.receive('a');
  text.receive('ab');
  expect(view.state.doc.toString()).toBe('ab');
  close();
});

test('another document begins with nothing to undo', () => {
  const { text, view, type, shown, close } = open('one');
  type('typed ');
  view.dispatch({ changes: { from: 6, to: 9 } });
  text.replace('another');
  expect(shown()).toBe('another');
  expect(undo(view)).toBe(false);
  type('! ');
  expect(undo(view)).toBe(true);
  expect(text.read()).toBe('another');
  close();
});

test('another empty document begins with nothing to undo in an editor that was emptied', () => {
  const { text, view, close } = open('one');
  view.dispatch({ changes: { from: 0, to: 3 } });
  text.replace('');
  expect(undo(view)).toBe(false);
  expect(text.read()).toBe('');
  close();
});

test('the formatter and insertions are one step, which undo takes back with the caret', () => {
  const { text, view, handle, close } = open('<p>\none</p>');
  handle.moveTo({ lineNumber: 2, column: 3 });
  handle.replace('<p>one</p>\n', 5);
  expect([text.read(), handle.caret()]).toEqual(['<p>one</p>\n', 5]);
  undo(view);
  expect([text.read(), handle.caret()]).toEqual(['<p>\none</p>', 6]);
  close();
});

test('a position beyond a line or the text is its end', () => {
  const { handle, close } = open('one\ntwo');
  handle.moveTo({ lineNumber: 1, column: 99 });
  expect(handle.caret()).toBe(3);
  handle.moveTo({ lineNumber: 99, column: 99 });
  expect(handle.caret()).toBe(7);
  close();
});
