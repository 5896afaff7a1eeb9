import { EditorView, ViewPlugin } from '@codemirror/view';

/** A keyboard that opens, or a phone that is turned, takes height away: whoever writes still sees where. */
export const keepCaretInView = ViewPlugin.define((view) => {
  let height = 0;
  const sizes = new ResizeObserver(() => {
    const now = view.scrollDOM.clientHeight;
    if (now < height && view.hasFocus) {
      view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main) });
    }
    height = now;
  });
  sizes.observe(view.scrollDOM);
  return { destroy: () => sizes.disconnect() };
});
