import type { editor, IPosition } from 'monaco-editor/editor';

/** Keeps what is at the top of an editor there through every size that it takes, also one in which all would fit. */
export function keepTop(mounted: editor.IStandaloneCodeEditor): void {
  let top: { position: IPosition; beyond: number } | undefined;
  /** Where that was put last: what a new size has moved is no place that anybody went to. */
  let put = 0;
  const sizeNow = () => {
    const { width, height } = mounted.getLayoutInfo();
    return `${width} ${height}`;
  };
  let size = sizeNow();

  mounted.onDidScrollChange(({ scrollTop }) => {
    if (scrollTop === put || sizeNow() !== size) return;
    const position = mounted.getVisibleRanges()[0]?.getStartPosition();
    if (!position) return;
    put = scrollTop;
    top = { position, beyond: scrollTop - mounted.getTopForPosition(position.lineNumber, position.column) };
  });
  mounted.onDidLayoutChange(() =>
    queueMicrotask(() => {
      size = sizeNow();
      if (!top) return;
      const { lineNumber, column } = top.position;
      mounted.setScrollTop(mounted.getTopForPosition(lineNumber, column) + top.beyond);
      put = mounted.getScrollTop();
    }),
  );
}
