let pressedAt = Number.NEGATIVE_INFINITY;
addEventListener(
  'keydown',
  ({ timeStamp }) => {
    pressedAt = timeStamp;
  },
  true,
);

/** Milliseconds since a key was last pressed; a busy page receives the event late. */
export const sinceLastKey = () => performance.now() - pressedAt;
