let pressedAt = Number.NEGATIVE_INFINITY;
addEventListener(
  'keydown',
  ({ timeStamp }) => {
    pressedAt = timeStamp;
  },
  true,
);

/** Milliseconds since a key was last pressed, of which a busy page hears some time later. */
export const sinceLastKey = () => performance.now() - pressedAt;
