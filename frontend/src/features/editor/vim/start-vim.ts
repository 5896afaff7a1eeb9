import { type editor, KeyCode } from 'monaco-editor/editor';
import { initVimMode, VimMode } from 'monaco-vim';

/** As much of monaco-vim as is used here; its own types say nothing of it. */
interface Vim {
  state: { vim?: { insertMode?: boolean; visualMode?: boolean } };
  dispose(): void;
}
interface VimCommands {
  Vim: { defineEx(name: string, shortest: string, run: () => void): void };
}

/** Gives an editor the keys of Vim, with its status line in `status`; `:w` saves. The answer ends it. */
export function startVim(
  mounted: editor.IStandaloneCodeEditor,
  status: HTMLElement,
  onSave: () => void,
): () => void {
  (VimMode as unknown as VimCommands).Vim.defineEx('write', 'w', onSave);
  // Asked before Vim itself: whether Esc has anything left to do in it.
  const escape = mounted.onKeyDown(({ keyCode }) => {
    const { insertMode = false, visualMode = false } = vim.state.vim ?? {};
    if (keyCode === KeyCode.Escape && !insertMode && !visualMode) leave();
  });
  const vim = initVimMode(mounted, status) as unknown as Vim;
  return () => {
    escape.dispose();
    vim.dispose();
  };
}

/** Vim keeps every Esc to itself; one that it has no use for is the page's. */
function leave(): void {
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
}
