/** Whether anything points finely here: a mouse, a trackpad, a pen. Where it does not, people have their fingers alone. */
export function hasFinePointer(): boolean {
  return matchMedia('(any-pointer: fine)').matches;
}
