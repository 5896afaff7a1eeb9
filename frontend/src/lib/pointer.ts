/** Whether there is a precise pointer, such as a mouse, a trackpad or a pen; otherwise only touch. */
export function hasFinePointer(): boolean {
  return matchMedia('(any-pointer: fine)').matches;
}
