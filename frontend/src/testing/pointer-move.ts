/** The event of a pointer that has moved so many pixels to the right; 0: it rests, and something has appeared below it. */
export function pointerMove(pixels: number): Event {
  return Object.assign(new Event('pointermove', { bubbles: true }), { movementX: pixels, movementY: 0 });
}
