import type { SourceLanguage } from '@studio/engine/source';
import { createLiveSources, type TextChange } from './live-text.ts';

const view = {};

function openDocument() {
  const owner = { html: '<p>', css: 'p{}', js: '1' };
  const live = createLiveSources('first', owner);
  const changes: TextChange[] = [];
  live.texts.html.subscribe((change) => changes.push(change));
  return {
    live,
    changes,
    type: (text: string) => live.texts.html.type(text, view),
    says: (html: string, key = 'first') => live.receive(key, { ...owner, html }),
    text: (language: SourceLanguage = 'html') => live.texts[language].read(),
  };
}

test('what is typed stands at once, before its owner knows of it', () => {
  const { type, says, text } = openDocument();
  type('<p>a');
  says('<p>');
  expect(text()).toBe('<p>a');
});

test('an owner that is behind never takes a newer keystroke back', () => {
  const { type, says, text, changes } = openDocument();
  for (const typed of ['<p>a', '<p>ab', '<p>abc']) type(typed);
  says('<p>ab');
  expect(text()).toBe('<p>abc');
  says('<p>abc');
  expect(text()).toBe('<p>abc');
  expect(changes.map(({ kind }) => kind)).toEqual(['typed', 'typed', 'typed']);
});

test('an owner that stands still while a long text is typed takes nothing back', () => {
  const { type, says, text } = openDocument();
  for (let length = 1; length <= 100; length += 1) type('x'.repeat(length));
  says('<p>');
  expect(text()).toBe('x'.repeat(100));
});

test('a text from outside is merged into the document', () => {
  const { type, says, text, changes } = openDocument();
  type('<p>a');
  says('<p>a');
  says('<p>from another window');
  expect(text()).toBe('<p>from another window');
  expect(changes.at(-1)).toEqual({ kind: 'merged', text: '<p>from another window' });
});

test('a text that stood there before is news once the owner has moved on', () => {
  const { type, says, text } = openDocument();
  type('<p>a');
  says('<p>a');
  says('<p>');
  expect(text()).toBe('<p>');
});

test('another document replaces the text, also with one that was typed a moment ago', () => {
  const { type, says, text, changes } = openDocument();
  type('<p>a');
  type('<p>ab');
  says('<p>a', 'second');
  expect(text()).toBe('<p>a');
  expect(changes.at(-1)).toEqual({ kind: 'replaced', text: '<p>a' });
});

test('another document resets undo in every pane, even if the text is the same', () => {
  const { live, says } = openDocument();
  const replaced: SourceLanguage[] = [];
  for (const language of ['html', 'css', 'js'] as const)
    live.texts[language].subscribe(({ kind }) => kind === 'replaced' && replaced.push(language));
  says('<p>another', 'second');
  expect(replaced).toEqual(['html', 'css', 'js']);
});

test('another document resets undo, too, if both are empty', () => {
  const empty = { html: '', css: '', js: '' };
  const live = createLiveSources('first', { ...empty, css: 'secret' });
  live.texts.css.type('', view);
  const changes: TextChange[] = [];
  live.texts.css.subscribe((change) => changes.push(change));
  live.receive('first', empty);
  expect(changes).toEqual([]);
  live.receive('second', empty);
  expect(changes).toEqual([{ kind: 'replaced', text: '' }]);
});

test('listeners are not called for an unchanged text, nor after they have unsubscribed', () => {
  const { live, changes, type, says } = openDocument();
  type('<p>');
  says('<p>');
  says('<p>', 'second');
  expect(changes).toEqual([]);
  const received: TextChange[] = [];
  live.texts.css.subscribe((change) => received.push(change))();
  live.texts.css.type('a{}', view);
  expect(received).toEqual([]);
});
