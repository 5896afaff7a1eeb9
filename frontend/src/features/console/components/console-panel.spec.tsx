import { jest } from '@jest/globals';
import type { ConsoleEntry } from '@studio/contract/console';
import type { PromptScript } from '@studio/contract/preview';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { shownToast } from '@/ui/toast/toast.ts';
import { consoleStore } from '../model/console-store.ts';
import { emptyInput } from '../model/prompt-input.ts';
import ConsolePanel from './console-panel.tsx';

// Without layout no row would be visible.
const height = Object.getOwnPropertyDescriptor(Element.prototype, 'clientHeight') ?? {};
beforeAll(() => {
  Object.defineProperty(Element.prototype, 'clientHeight', { configurable: true, get: () => 400 });
  Element.prototype.scrollTo ??= () => undefined;
});
afterAll(() => {
  Object.defineProperty(Element.prototype, 'clientHeight', height);
});
beforeEach(() => {
  consoleStore.getState().reset();
  consoleStore.getState().changeView({ input: emptyInput });
});

const nextFrame = () => act(() => new Promise<number>(requestAnimationFrame));

async function openPanel(...entries: Partial<ConsoleEntry>[]) {
  const calls = {
    evaluate: jest.fn((_script: PromptScript) => true),
    onReveal: jest.fn(),
    onPreserveLog: jest.fn(),
  };
  const preview = { current: calls };
  const show = (hangs = false) => (
    <ConsolePanel {...calls} preview={preview} hangs={hangs} preserveLog={false} />
  );
  const { rerender } = render(show());
  for (const entry of entries) {
    consoleStore.getState().append({ level: 'log', args: [], timestamp: 0, ...entry });
  }
  await nextFrame();
  await nextFrame();
  return {
    ...calls,
    panel: within(screen.getByRole('region', { name: 'JavaScript Console' })),
    setHanging: () => rerender(show(true)),
    closeAndOpen() {
      rerender(<p />);
      rerender(show());
      return within(screen.getByRole('region', { name: 'JavaScript Console' }));
    },
  };
}

test('shows time, level and the message to the letter, and can be cleared', async () => {
  const message = '<img src=x onerror=alert(1)>\n  second line';
  const { panel } = await openPanel(
    { level: 'warn', args: [message], timestamp: new Date(2026, 0, 2, 3, 4, 5).getTime() },
    { level: 'error', args: ['at no time'], timestamp: 1e300 },
  );
  expect(panel.getByText('03:04:05')).toBeTruthy();
  expect(panel.getByText('warn')).toBeTruthy();
  expect(panel.getByText((text) => text.startsWith('<img')).textContent).toBe(message);
  expect(panel.queryByRole('img')).toBeNull();
  expect(panel.getByText('at no time')).toBeTruthy();
  expect(consoleStore.getState().unreadErrors).toBe(0);

  await userEvent.click(panel.getByRole('button', { name: 'Clear console' }));
  expect(panel.getByText('JavaScript console output will appear here...')).toBeTruthy();
});

test('a place in a stack is a link where it is in one of the panes', async () => {
  const stack = '    at draw (script.js:12:5)\n    at https://cdn.example/lib.js:1:9';
  const { panel, onReveal } = await openPanel({ level: 'error', args: ['wrong'], stack });
  await userEvent.click(panel.getByRole('button', { name: 'script.js:12:5' }));
  expect(onReveal).toHaveBeenCalledWith({ language: 'js', line: 12, column: 5 });
  await userEvent.click(panel.getByRole('button', { name: 'Stack' }));
  expect(panel.getByText('lib.js:1:9').tagName).toBe('SPAN');
});

test('a level’s button shows that level alone, All shows the rest again', async () => {
  const { panel, onPreserveLog } = await openPanel(
    { args: ['plain'] },
    { level: 'error', args: ['broken'] },
    { level: 'error', args: ['broken too'] },
  );
  const pressed = () => panel.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent);
  expect(pressed()).toEqual(['All 3']);
  await userEvent.click(panel.getByRole('button', { name: 'Errors 2' }));
  expect(pressed()).toEqual(['Errors 2']);
  expect(panel.queryByText('plain')).toBeNull();
  expect(panel.getByText('broken')).toBeTruthy();
  await userEvent.click(panel.getByRole('button', { name: 'Info 0' }));
  expect(panel.getByText('No messages match this filter.')).toBeTruthy();
  await userEvent.click(panel.getByRole('button', { name: 'All 3' }));
  expect(panel.getByText('plain')).toBeTruthy();
  await userEvent.click(panel.getByRole('switch', { name: 'Preserve log' }));
  expect(onPreserveLog).toHaveBeenCalledWith(true);
});

test('a group is opened and closed by a button of its name', async () => {
  const { panel } = await openPanel(
    { kind: 'group', args: ['Request %s', 'one'], depth: 0 },
    { args: ['within'], depth: 1 },
    { kind: 'group', args: [''], depth: 0 },
  );
  const toggle = panel.getByRole('button', { name: 'Request one', expanded: true });
  expect(panel.getByRole('button', { name: 'Group' })).toBeTruthy();
  expect(panel.getByText('within')).toBeTruthy();
  await userEvent.click(within(toggle).getByText('one'));
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  expect(panel.queryByText('within')).toBeNull();
});

test('the arrow keys close a group by themselves, and with Alt, Ctrl or Cmd are left to the browser', async () => {
  const { panel } = await openPanel({ kind: 'group', args: ['open'], depth: 0 });
  const toggle = panel.getByRole('button', { name: 'open' });
  for (const modifier of ['altKey', 'ctrlKey', 'metaKey'])
    expect(fireEvent.keyDown(toggle, { key: 'ArrowLeft', [modifier]: true })).toBe(true);
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  expect(fireEvent.keyDown(toggle, { key: 'ArrowLeft' })).toBe(false);
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
});

test.each(['Copy all', 'Copy entry'])('%s says that it has copied', async (name) => {
  // It has a clipboard.
  const user = userEvent.setup();
  const { panel } = await openPanel({ args: ['rang'] });
  await user.click(panel.getByRole('button', { name }));
  await waitFor(() => expect(shownToast.getState()).toMatchObject({ title: 'Copied' }));
  act(() => shownToast.setState(null, true));
});

test('an error, a warning and a trace are copied with their stacks, a plain message without its position', async () => {
  const user = userEvent.setup();
  const stack = '    at script.js:5:7';
  const { panel } = await openPanel(
    { level: 'error', args: ['wrong'], stack },
    { level: 'warn', args: ['odd'], stack },
    { kind: 'trace', args: ['here'], stack },
    { args: ['plain'], stack },
  );
  await user.click(panel.getByRole('button', { name: 'Copy all' }));
  const lines = ['wrong', stack, 'odd', stack, 'here', stack, 'plain'];
  expect(await navigator.clipboard.readText()).toBe(lines.join('\n'));
});

test('of more than can be copied the newest is, with the number of the rest', async () => {
  const user = userEvent.setup();
  const half = 6_000_000;
  const letters = ['a', 'b', 'c'];
  const { panel } = await openPanel(...letters.map((letter) => ({ args: [letter.repeat(half)] })));
  await user.click(panel.getByRole('button', { name: 'Copy all' }));
  const copied = await navigator.clipboard.readText();
  expect(copied.slice(0, 100)).toMatch(/^1 older entry was left out: too long to copy\.\nb/);
  expect(copied.length).toBeGreaterThan(2 * half);
});

test('nothing can be copied where the filter shows nothing', async () => {
  const { panel } = await openPanel({ args: ['rang'] });
  await userEvent.type(panel.getByRole('searchbox', { name: 'Filter the console' }), 'unheard');
  expect(panel.getByRole('button', { name: 'Copy all' })).toHaveProperty('disabled', true);
});

test('where the row with the focus is gone, the list has it; where no row is left, the panel has it', async () => {
  const { panel } = await openPanel({ args: ['first'] });
  const { append, beginRun, clear } = consoleStore.getState();
  act(() => panel.getByRole('button', { name: 'Copy entry' }).focus());
  beginRun();
  append({ level: 'log', args: ['second'], timestamp: 0 });
  await nextFrame();
  await nextFrame();
  expect(panel.queryByText('first')).toBeNull();
  expect(document.activeElement).toBe(panel.getByRole('log'));
  act(() => panel.getByRole('button', { name: 'Copy entry' }).focus());
  act(clear);
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'JavaScript Console' }));
});

test('a row out of view stays in the page only while it has the focus', async () => {
  const { panel } = await openPanel({ args: ['kept'] });
  act(() => panel.getByRole('button', { name: 'Copy entry' }).focus());
  for (let line = 1; line <= 100; line += 1)
    consoleStore.getState().append({ level: 'log', args: [`line ${line}`], timestamp: 0 });
  await nextFrame();
  await nextFrame();
  panel.getByText('line 100');
  panel.getByText('kept');
  act(() => panel.getByRole('searchbox', { name: 'Filter the console' }).focus());
  expect(panel.queryByText('kept')).toBeNull();
});

test('the prompt runs nothing at the Enter that takes what an input method has composed, in Safari, too', async () => {
  const { panel, evaluate } = await openPanel();
  const prompt = panel.getByRole('textbox', { name: 'Evaluate in the preview' });
  await userEvent.type(prompt, '"東"');
  fireEvent.keyDown(prompt, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(prompt, { key: 'Enter', keyCode: 229 });
  expect(evaluate).not.toHaveBeenCalled();
});

test('the prompt keeps its lines, and says when nothing runs or the page hangs', async () => {
  const { panel, evaluate, setHanging } = await openPanel();
  const prompt = panel.getByRole<HTMLTextAreaElement>('textbox', { name: 'Evaluate in the preview' });
  await userEvent.type(prompt, 'first{Enter}a{Shift>}{Enter}{/Shift}b{Enter}draft');
  expect(evaluate.mock.calls.map(([{ code }]) => code)).toEqual(['first', 'a\nb']);
  await userEvent.keyboard('{ArrowUp}');
  expect(prompt.value).toBe('a\nb');
  prompt.setSelectionRange(0, 0);
  await userEvent.keyboard('{ArrowUp}');
  expect(prompt.value).toBe('first');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(prompt.value).toBe('draft');

  evaluate.mockReturnValue(false);
  await userEvent.keyboard('{Enter}');
  await nextFrame();
  expect(panel.getByText('Nothing is running in the preview. Press Run and try again.')).toBeTruthy();

  setHanging();
  await userEvent.type(prompt, 'more{Enter}');
  await nextFrame();
  expect(panel.getByText('The page does not respond. Wait until it does, or press Stop.')).toBeTruthy();
});

test('another panel in its place leaves its filter, closed groups, prompt and earlier input', async () => {
  const { panel, closeAndOpen } = await openPanel(
    { kind: 'group', args: ['title'], depth: 0 },
    { args: ['title of what is within'], depth: 1 },
  );
  const name = 'Evaluate in the preview';
  await userEvent.click(panel.getByRole('button', { name: 'title' }));
  await userEvent.type(panel.getByRole('searchbox', { name: 'Filter the console' }), 'title');
  await userEvent.type(panel.getByRole('textbox', { name }), 'first{Enter}draft');

  const opened = closeAndOpen();
  await nextFrame();
  expect(opened.getByRole('searchbox', { name: 'Filter the console' })).toHaveProperty('value', 'title');
  expect(opened.getByRole('button', { name: 'title', expanded: false })).toBeTruthy();
  const prompt = opened.getByRole<HTMLTextAreaElement>('textbox', { name });
  expect(prompt.value).toBe('draft');
  await userEvent.type(prompt, '{ArrowUp}');
  expect(prompt.value).toBe('first');
});

test('the next project is shown without the filter of the one before', async () => {
  const { panel } = await openPanel({ args: ['first'] });
  const filter = panel.getByRole('searchbox', { name: 'Filter the console' });
  await userEvent.type(filter, 'first');
  await userEvent.click(panel.getByRole('button', { name: /^Logs/ }));
  const { append, reset } = consoleStore.getState();
  act(reset);
  append({ level: 'error', args: ['second'], timestamp: 0 });
  await nextFrame();
  await nextFrame();
  expect(panel.getByText('second')).toBeTruthy();
  expect(filter).toHaveProperty('value', '');
});

test.each([
  ['is left out, as its line is', false],
  ['is shown in a preserved log, as its line is', true],
])('a result that comes once a new run has begun %s', async (_, preserves) => {
  const { panel, evaluate } = await openPanel();
  const { append, beginRun, preserveLog } = consoleStore.getState();
  preserveLog(preserves);
  const prompt = panel.getByRole('textbox', { name: 'Evaluate in the preview' });
  await userEvent.type(prompt, 'first{Enter}');
  act(beginRun);
  await userEvent.type(prompt, 'second{Enter}');
  for (const [{ code, input }] of evaluate.mock.calls)
    append({ level: 'log', kind: 'result', args: [`${code} answered`], timestamp: 0, input });
  await nextFrame();
  await nextFrame();
  expect(panel.getByText("'second answered'")).toBeTruthy();
  expect(panel.queryByText("'first answered'") !== null).toBe(preserves);
  preserveLog(false);
});

test('a table says how many rows and columns it does not show', async () => {
  const cells = Array.from({ length: 25 }, (_, at) => ({ key: `column ${at}`, value: at }));
  const { panel } = await openPanel({
    kind: 'table',
    args: [{ type: 'ref', at: 0 }],
    objects: [
      { kind: 'list', name: '', size: 401, entries: [{ key: 0, value: { type: 'ref', at: 1 } }], left: 400 },
      { kind: 'plain', name: '', entries: cells, left: 2 },
    ],
  });
  expect(panel.getAllByRole('columnheader')).toHaveLength(21);
  expect(panel.getByRole('cell', { name: '… 7 more' })).toBeTruthy();
  expect(panel.getByRole('cell', { name: '… 400 more' })).toBeTruthy();
});

test('a table of a map names the objects that are its keys', async () => {
  const { panel } = await openPanel({
    kind: 'table',
    args: [{ type: 'ref', at: 0 }],
    objects: [
      { kind: 'map', name: 'Map', size: 1, entries: [{ key: { type: 'ref', at: 1 }, value: 2 }] },
      { kind: 'plain', name: 'Point', entries: [] },
    ],
  });
  expect(panel.getByRole('rowheader', { name: 'Point {}' })).toBeTruthy();
});
