import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { act, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import type { EditorHandle } from '@/features/editor/components/editor-handle.ts';
import { EditorWorkspace } from '@/features/editor/components/editor-workspace.tsx';
import { createLiveSources } from '@/features/editor/model/live-text.ts';
import type { WorkspaceHandle } from '../routes/workspace.tsx';
import { commandsOnWorkspace } from './workspace-commands.ts';

const sources = { html: '<p>', css: 'ab\r\ncd', js: '' };
const editor = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name });

/** Opens the workspace; returns a function that runs one of its commands. */
function openWorkspace() {
  const handle = createRef<EditorHandle>();
  render(
    <EditorWorkspace
      ref={handle}
      documentKey="one"
      live={createLiveSources('one', sources)}
      onEdit={() => undefined}
      onSave={() => undefined}
      onRun={() => undefined}
      onOpen={() => undefined}
      problems={[]}
      frameworkConfig={defaultFrameworkConfig}
      theme="dark"
      fontSize={14}
      keyBindings="default"
      codeStyle={{ tabSize: 'auto', wordWrap: true }}
      previewStarted={false}
      preview={null}
      assetPanel={null}
      consolePanel={null}
      settingsPanel={null}
      unreadErrors={0}
      supportEmail="help@example.org"
    />,
  );
  return (label: string) => {
    const workspace: WorkspaceHandle = {
      editor: () => handle.current,
      previewPanel: () => null,
      fullScreen: () => undefined,
      startWriting: () => undefined,
      stop: null,
    };
    const command = commandsOnWorkspace(workspace, sources).find((offered) => offered.label === label);
    return act(async () => command?.run());
  };
}

test('a maximized editor has the caret where it was, as the one with the focus may be hidden', async () => {
  const run = openWorkspace();
  act(() => editor('CSS editor').focus());
  editor('CSS editor').setSelectionRange(4, 4);
  act(() => editor('HTML editor').focus());
  editor('HTML editor').setSelectionRange(1, 3);

  await run('Maximize CSS editor');
  screen.getByRole('button', { name: 'Minimize CSS editor' });
  expect(document.activeElement).toBe(editor('CSS editor'));
  expect(editor('CSS editor').selectionStart).toBe(4);
  await run('Minimize CSS editor');

  act(() => editor('HTML editor').focus());
  await run('Maximize HTML editor');
  screen.getByRole('button', { name: 'Minimize HTML editor' });
  expect([editor('HTML editor').selectionStart, editor('HTML editor').selectionEnd]).toEqual([1, 3]);
});

test.each(['Show Console', 'Show Settings', 'Hide Preview', 'Preview below the editors', 'Hide HTML'])(
  '%s leaves a maximized editor, which would cover what it changes',
  async (label) => {
    const run = openWorkspace();
    await run('Maximize HTML editor');
    await run(label);
    expect(screen.queryByRole('button', { name: /^Minimize/ })).toBeNull();
    if (label === 'Hide HTML') await run('Show HTML');
    screen.getByRole('button', { name: 'Maximize HTML editor' });
  },
);
