import { jest } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { Problem } from '@studio/engine/problem';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { createLiveSources } from '../model/live-text.ts';
import type { EditorHandle } from './editor-handle.ts';
import { EditorWorkspace } from './editor-workspace.tsx';

const widths = window.matchMedia;
/** Never idle, so that the light editors stay. The full editors are tested in real browsers. */
window.requestIdleCallback = () => 0;
window.cancelIdleCallback = () => undefined;
afterEach(() => {
  window.matchMedia = widths;
});

/** A touch device with a window below 768 px. */
function holdPhone() {
  window.matchMedia = (media) => Object.assign(widths(media), { matches: media.includes('768px') });
}

function openWorkspace(sources = { html: '<p>\n</p>', css: '', js: '1' }, problems: Problem[] = []) {
  const calls = {
    onEdit: jest.fn(),
    onSave: jest.fn(),
    onRun: jest.fn(),
    onOpen: jest.fn(),
  };
  const handle = createRef<EditorHandle>();
  const live = createLiveSources('one', sources);
  const workspace = (documentKey: string) => (
    <EditorWorkspace
      ref={handle}
      documentKey={documentKey}
      live={live}
      {...calls}
      problems={problems}
      frameworkConfig={defaultFrameworkConfig}
      theme="dark"
      fontSize={14}
      keyBindings="default"
      codeStyle={{ tabSize: 'auto', wordWrap: true }}
      previewStarted
      preview={<section aria-label="Preview" />}
      assetPanel={<section aria-label="Asset Library" />}
      consolePanel={<section aria-label="JavaScript Console" />}
      settingsPanel={<section aria-label="Editor Settings" />}
      unreadErrors={3}
      supportEmail="help@example.org"
    />
  );
  const { rerender } = render(workspace('one'));
  const show = (key: string, texts: typeof sources) =>
    act(() => {
      live.receive(key, texts);
      rerender(workspace(key));
    });
  return { ...calls, handle, show };
}

const editor = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name });
// Without layout every separator is under every click, so the focus is set by hand.
async function typeInto(name: string, keys: string) {
  act(() => editor(name).focus());
  editor(name).setSelectionRange(1_000, 1_000);
  await userEvent.keyboard(keys);
}
const editors = () => screen.queryAllByRole('textbox').map((box) => box.getAttribute('aria-label'));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const isPressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed');

describe('top bar', () => {
  test('all is on except the console', () => {
    openWorkspace();
    expect(['HTML', 'CSS', 'JavaScript', 'Console', 'Preview'].map(isPressed)).toEqual([
      'true',
      'true',
      'true',
      'false',
      'true',
    ]);
    expect(editors()).toEqual(['HTML editor', 'CSS editor', 'JavaScript editor']);
    expect(screen.getAllByRole('separator')).toHaveLength(3);
  });

  test('a toggle takes its panel away and brings it back', async () => {
    openWorkspace();
    await press('CSS');
    await press('Preview');
    expect(editors()).toEqual(['HTML editor', 'JavaScript editor']);
    expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
    await press('HTML');
    await press('JavaScript');
    expect(screen.getByText(/^Nothing is shown/)).toBeTruthy();
    await press('CSS');
    expect(editors()).toEqual(['CSS editor']);
  });

  test('below 768 px one editor shows, the preview with it', async () => {
    holdPhone();
    openWorkspace();
    expect(editors()).toEqual(['HTML editor']);
    await press('JavaScript');
    expect(editors()).toEqual(['JavaScript editor']);
    expect([isPressed('HTML'), isPressed('JavaScript')]).toEqual(['false', 'true']);
    expect(screen.getByRole('region', { name: 'Preview' })).toBeTruthy();
  });

  test('Console shows the number of unseen errors; its name stays', () => {
    openWorkspace();
    const button = screen.getByRole('button', { name: 'Console', description: '3 new errors' });
    expect(button.textContent).toContain('3');
  });

  test('Run runs', async () => {
    const { onRun } = openWorkspace();
    await press('Run');
    expect(onRun).toHaveBeenCalledTimes(1);
  });

  test('Run also runs in a low window that a bottom panel covers, and shows the preview', async () => {
    window.matchMedia = (media) => Object.assign(widths(media), { matches: media.includes('400px') });
    const { onRun } = openWorkspace();
    await press('Console');
    expect(isPressed('Preview')).toBe('false');
    await press('Run');
    expect(onRun).toHaveBeenCalledTimes(1);
    expect(isPressed('Preview')).toBe('true');
  });
});

describe('bottom panels', () => {
  test('one at a time is open', async () => {
    openWorkspace();
    await press('Console');
    expect(screen.getByRole('region', { name: 'JavaScript Console' })).toBeTruthy();
    await press('Settings');
    expect(screen.getByRole('region', { name: 'Editor Settings' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'JavaScript Console' })).toBeNull();
    expect(isPressed('Console')).toBe('false');
    await press('Settings');
    expect(screen.queryByRole('region', { name: 'Editor Settings' })).toBeNull();
  });

  test('Help writes to support', () => {
    openWorkspace();
    expect(screen.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe('mailto:help@example.org');
  });
});

describe('each editor', () => {
  test('reports every keystroke and counts its lines', async () => {
    const { onEdit } = openWorkspace();
    expect(screen.getByText('2 lines')).toBeTruthy();
    await typeInto('CSS editor', 'a{Enter}b');
    expect(onEdit.mock.calls).toEqual([
      ['css', 'a'],
      ['css', 'a\n'],
      ['css', 'a\nb'],
    ]);
    expect(screen.getAllByText('2 lines')).toHaveLength(2);
    expect(screen.getAllByText('Ctrl+F to search')).toHaveLength(3);
  });

  test('keeps the line endings that the code came with', async () => {
    const { onEdit } = openWorkspace({ html: 'a\r\nb', css: '', js: '' });
    await typeInto('HTML editor', 'c');
    expect(onEdit).toHaveBeenLastCalledWith('html', 'a\r\nbc');
  });

  test('Tab indents the selected lines, which stay selected', async () => {
    const { onEdit } = openWorkspace({ html: '', css: 'a {\n\n}\nb', js: '' });
    const box = editor('CSS editor');
    // As browsers do it, which jsdom cannot.
    const typing = jest.spyOn(document, 'execCommand').mockImplementation((_command, _ui, text = '') => {
      box.setRangeText(text, box.selectionStart, box.selectionEnd, 'end');
      return box.dispatchEvent(new InputEvent('input', { bubbles: true }));
    });
    act(() => box.focus());
    box.setSelectionRange(1, 6);
    await userEvent.keyboard('{Tab}');
    typing.mockRestore();
    expect(onEdit).toHaveBeenLastCalledWith('css', '  a {\n\n  }\nb');
    expect(box.value.slice(box.selectionStart, box.selectionEnd)).toBe('  a {\n\n  }');
    expect(document.activeElement).toBe(box);
  });

  test('Tab indents after an Esc that minimized the pane, and where the editor was left or clicked after Esc', () => {
    openWorkspace();
    const box = editor('CSS editor');
    const typing = jest.spyOn(document, 'execCommand').mockReturnValue(true);
    const escape = () => fireEvent.keyDown(box, { key: 'Escape' });
    const tabLeaves = () => fireEvent.keyDown(box, { key: 'Tab' });
    act(() => box.focus());
    fireEvent.click(screen.getByRole('button', { name: 'Maximize CSS editor' }));
    escape();
    screen.getByRole('button', { name: 'Maximize CSS editor' });
    expect(tabLeaves()).toBe(false);
    escape();
    fireEvent.pointerDown(box);
    expect(tabLeaves()).toBe(false);
    escape();
    act(() => editor('HTML editor').focus());
    act(() => box.focus());
    expect(tabLeaves()).toBe(false);
    escape();
    expect(tabLeaves()).toBe(true);
    typing.mockRestore();
  });

  test('shows what comes from outside and does not send it back', () => {
    const { show, onEdit } = openWorkspace();
    show('one', { html: 'theirs', css: '', js: '1' });
    expect(editor('HTML editor').value).toBe('theirs');
    show('two', { html: 'another project', css: 'x', js: '' });
    expect(editor('HTML editor').value).toBe('another project');
    expect(editor('CSS editor').value).toBe('x');
    expect(onEdit).not.toHaveBeenCalled();
  });

  test('can fill the window; Esc and its button bring it back', async () => {
    openWorkspace();
    await press('Maximize CSS editor');
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Maximize CSS editor' })).toBeTruthy();
    await press('Maximize CSS editor');
    await press('Minimize CSS editor');
    expect(screen.queryByRole('button', { name: /^Minimize/ })).toBeNull();
  });

  test('shows an error in its header, and its position below the plain editor', () => {
    const problem = { language: 'css', message: 'expected "}"', line: 3, column: 1 } as const;
    openWorkspace(undefined, [
      { ...problem, severity: 'error' },
      { ...problem, language: 'html', severity: 'warning' },
    ]);
    const pane = within(screen.getByRole('region', { name: 'CSS' }));
    pane.getByRole('img', { name: 'has an error' });
    pane.getByText('Line 3: expected "}"');
    expect(screen.getAllByRole('img', { name: 'has an error' })).toHaveLength(1);
  });

  test('offers a sample only while it is empty', async () => {
    openWorkspace();
    const offer = () => screen.queryByRole('button', { name: 'Insert sample CSS' });
    expect(offer()).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Insert sample HTML' })).toBeNull();
    await typeInto('CSS editor', 'a');
    expect(offer()).toBeNull();
  });

  test('Esc that a dialog has taken leaves the editor maximized', async () => {
    openWorkspace();
    await press('Maximize CSS editor');
    const takeEscape = (event: Event) => event.preventDefault();
    document.addEventListener('keydown', takeEscape);
    await userEvent.keyboard('{Escape}');
    document.removeEventListener('keydown', takeEscape);
    expect(screen.getByRole('button', { name: 'Minimize CSS editor' })).toBeTruthy();
  });
});

test.each(['{Control>}s{/Control}', '{Meta>}S{/Meta}'])('%s saves wherever the focus is', async (keys) => {
  const { onSave } = openWorkspace();
  let browserSaves = false;
  const look = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() === 's') browserSaves = !event.defaultPrevented;
  };
  window.addEventListener('keydown', look);
  await userEvent.keyboard(keys);
  await typeInto('CSS editor', keys);
  window.removeEventListener('keydown', look);
  expect(onSave).toHaveBeenCalledTimes(2);
  expect(browserSaves).toBe(false);
});

test.each(['dialog', 'alertdialog'])('no key of the editors formats or runs from a %s', (role) => {
  const { onRun } = openWorkspace();
  render(<input role={role} />);
  const field = screen.getByRole(role);
  for (const key of ['Enter', 'F']) {
    const isUnused = fireEvent.keyDown(field, { key, ctrlKey: true, shiftKey: key === 'F' });
    expect([key, isUnused]).toEqual([key, true]);
  }
  expect(onRun).not.toHaveBeenCalled();
});

describe('what is inserted for the person', () => {
  const atCaret = (text: string, caret: number | null) => ({ at: caret ?? text.length, text: '+' });

  test('stands at the caret, with the caret behind it, and counts as typed', async () => {
    const { onEdit, handle } = openWorkspace({ html: '', css: 'a\r\nb', js: '' });
    act(() => editor('CSS editor').focus());
    editor('CSS editor').setSelectionRange(2, 2);
    expect(handle.current?.lastFocused()).toBe('css');
    act(() => handle.current?.insert('css', atCaret));
    expect(onEdit).toHaveBeenLastCalledWith('css', 'a\r\n+b');
    expect(editor('CSS editor').selectionStart).toBe(3);
    expect(document.activeElement).toBe(editor('CSS editor'));
  });

  test('goes where it is best in a pane that nobody has been in, and shows that pane', async () => {
    const { onEdit, handle } = openWorkspace({ html: '', css: 'ab', js: '' });
    expect(handle.current?.lastFocused()).toBeNull();
    await press('CSS');
    act(() => handle.current?.insert('css', atCaret));
    expect(onEdit).toHaveBeenLastCalledWith('css', 'ab+');
    expect(editor('CSS editor').value).toBe('ab+');
  });

  test('does not go to a caret of another document', () => {
    const { onEdit, handle, show } = openWorkspace({ html: '', css: 'ab', js: '' });
    act(() => editor('CSS editor').focus());
    show('two', { html: '', css: 'cd', js: '' });
    act(() => handle.current?.insert('css', atCaret));
    expect(onEdit).toHaveBeenLastCalledWith('css', 'cd+');
  });
});
