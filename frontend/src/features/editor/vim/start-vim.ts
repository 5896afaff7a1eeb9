import { type editor, KeyCode } from 'monaco-editor/editor';
import { initVimMode, VimMode } from 'monaco-vim';

/** As much of monaco-vim as is used here; its own types say nothing of it. */
interface Vim {
  editor: editor.IStandaloneCodeEditor;
  state: { vim?: { insertMode?: boolean; visualMode?: boolean } };
  on(event: 'vim-mode-change', listener: () => void): void;
  dispose(): void;
}
interface VimCommands {
  Vim: { defineEx(name: string, shortest: string, run: (vim: Vim) => void): void };
  /** What the keys `u` and Ctrl+R do. */
  commands: Record<'undo' | 'redo', (vim: Vim) => void>;
}

const { Vim: keys, commands } = VimMode as unknown as VimCommands;
for (const direction of ['undo', 'redo'] as const) {
  commands[direction] = (vim) => {
    const model = vim.editor.getModel();
    if (model) stepThroughChanges(model, direction);
  };
}
keys.defineEx('undo', 'u', commands.undo);
keys.defineEx('redo', 'red', commands.redo);

/** Gives an editor the keys of Vim, with its status line in `status`; `:w` saves. The answer ends it. */
export function startVim(
  mounted: editor.IStandaloneCodeEditor,
  status: HTMLElement,
  onSave: () => void,
): () => void {
  keys.defineEx('write', 'w', onSave);
  // Asked before Vim itself: whether Esc has anything left to do in it.
  const escape = mounted.onKeyDown(({ keyCode }) => {
    const { insertMode = false, visualMode = false } = vim.state.vim ?? {};
    if (keyCode === KeyCode.Escape && !insertMode && !visualMode) leave();
  });
  const vim = initVimMode(mounted, status) as unknown as Vim;

  /** Once the key that is being handled has done all that it does. */
  const markCommandEndSoon = () =>
    queueMicrotask(() => {
      const model = mounted.getModel();
      if (model && vim.state.vim?.insertMode !== true) markCommandEnd(model);
    });
  vim.on('vim-mode-change', markCommandEndSoon);
  const changes = [
    mounted.onDidChangeModelContent(markCommandEndSoon),
    mounted.onDidChangeModel(markCommandEndSoon),
  ];
  markCommandEndSoon();
  return () => {
    for (const listener of [escape, ...changes]) listener.dispose();
    vim.dispose();
  };
}

/** Vim keeps every Esc to itself; one that it has no use for is the page's. */
function leave(): void {
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
}

/** States of a text in which no command of Vim was under way, by their version ids, which undo brings back. */
const commandEnds = new WeakMap<editor.ITextModel, Set<number>>();

/** No command is under way: the text as it stands is a state that undo and redo stop at. */
function markCommandEnd(model: editor.ITextModel): void {
  // What follows is a step of its own.
  model.pushStackElement();
  const ends = commandEnds.get(model) ?? new Set();
  ends.add(model.getAlternativeVersionId());
  commandEnds.set(model, ends);
}

/**
 * Undoes, or redoes, all that one command of Vim did, with what was typed after it, as Vim does: Monaco has several steps
 * of it.
 */
function stepThroughChanges(model: editor.ITextModel, direction: 'undo' | 'redo'): void {
  const ends = commandEnds.get(model);
  let before: number;
  do {
    before = model.getAlternativeVersionId();
    void model[direction]();
  } while (model.getAlternativeVersionId() !== before && !ends?.has(model.getAlternativeVersionId()));
}
