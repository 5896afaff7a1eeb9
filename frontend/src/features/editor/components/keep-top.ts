/** Keeps what is at the top of a text box there through every size that the box takes, also one in which all would fit. */
export function keepTop(box: HTMLTextAreaElement): () => void {
  /** The part of the text above the top, and where that was put last. */
  let above = 0;
  let put = 0;
  const sizes = new ResizeObserver(() => {
    box.scrollTop = above * box.scrollHeight;
    put = box.scrollTop;
  });
  sizes.observe(box);
  const note = () => {
    put = box.scrollTop;
    above = put / box.scrollHeight;
  };
  box.oninput = note;
  box.onscroll = () => {
    // What a new size has moved is no place that anybody went to.
    if (box.scrollTop !== put) note();
  };
  return () => sizes.disconnect();
}
