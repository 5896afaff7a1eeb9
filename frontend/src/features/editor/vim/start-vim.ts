import { type editor, KeyCode } from 'monaco-editor/editor';
import { initVimMode, VimMode } from 'monaco-vim';

/** The used part of monaco-vim, which its own types lack. */
interface Vim {
  editor: editor.IStandaloneCodeEditor;
  state: { vim?: { insertMode?: boolean; visualMode?: boolean } };
  on(event: 'vim-mode-change', listener: () => void): void;
  dispose(): void;
}
interface VimCommands {
  Vim: { defineEx(name: string, shortest: string, run: (vim: Vim) => void): void };
  /** The commands of the keys `u` and Ctrl+R. */
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

/** Adds Vim key bindings to an editor, with a status line in `status`; `:w` saves. The returned function ends it. */
export function startVim(
  mounted: editor.IStandaloneCodeEditor,
  status: HTMLElement,
  onSave: () => void,
): () => void {
  keys.defineEx('write', 'w', onSave);
  // Runs before Vim's own handler: checks whether Vim has a use for Esc.
  const escape = mounted.onKeyDown(({ keyCode }) => {
    const { insertMode = false, visualMode = false } = vim.state.vim ?? {};
    if (keyCode === KeyCode.Escape && !insertMode && !visualMode) leave(status);
  });
  const vim = initVimMode(mounted, status) as unknown as Vim;

  /** Marks it after all handlers of the present key have run. */
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

/** Vim stops every Esc; one that it has no use for is passed to what is around the editor. */
function leave(status: HTMLElement): void {
  status.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
}

/** Version ids of texts at which no Vim command was active; undo restores these ids. */
const commandEnds = new WeakMap<editor.ITextModel, Set<number>>();

/** Marks the current text as a state at which undo and redo stop, as no command is active. */
function markCommandEnd(model: editor.ITextModel): void {
  // The following change is a separate undo step.
  model.pushStackElement();
  const ends = commandEnds.get(model) ?? new Set();
  ends.add(model.getAlternativeVersionId());
  commandEnds.set(model, ends);
}

/**
 * Undoes or redoes a whole Vim command with the text typed after it, like Vim. In Monaco it consists of several steps.
 */
function stepThroughChanges(model: editor.ITextModel, direction: 'undo' | 'redo'): void {
  const ends = commandEnds.get(model);
  let before: number;
  do {
    before = model.getAlternativeVersionId();
    void model[direction]();
  } while (model.getAlternativeVersionId() !== before && !ends?.has(model.getAlternativeVersionId()));
}
