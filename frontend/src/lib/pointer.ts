/** Whether there is a precise pointer, such as a mouse, a trackpad or a pen; otherwise only touch. */
export function hasFinePointer(): boolean {
  return matchMedia('(any-pointer: fine)').matches;
}

/** Whether an event is only that of a resting pointer, below which a page or an element has appeared. */
export function isPointerResting({ type, movementX, movementY }: Partial<PointerEvent>): boolean {
  return type === 'pointermove' && movementX === 0 && movementY === 0;
}
