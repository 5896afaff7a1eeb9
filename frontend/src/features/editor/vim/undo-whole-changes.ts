import type { editor } from 'monaco-editor/editor';

/** States of a text in which no command of Vim was under way, by their version ids, which undo brings back. */
const restedAt = new WeakMap<editor.ITextModel, Set<number>>();

/** No command is under way: the text as it stands is a state that undo and redo stop at. */
export function noteRest(model: editor.ITextModel): void {
  // What follows is a step of its own.
  model.pushStackElement();
  const rests = restedAt.get(model) ?? new Set();
  rests.add(model.getAlternativeVersionId());
  restedAt.set(model, rests);
}

/**
 * Undoes, or redoes, all that one command of Vim did, with what was typed after it, as Vim does: Monaco has several steps
 * of it.
 */
export function stepThroughChanges(model: editor.ITextModel, direction: 'undo' | 'redo'): void {
  const rests = restedAt.get(model);
  let before: number;
  do {
    before = model.getAlternativeVersionId();
    void model[direction]();
  } while (model.getAlternativeVersionId() !== before && !rests?.has(model.getAlternativeVersionId()));
}
