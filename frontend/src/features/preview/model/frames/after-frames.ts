/** Calls back once so many frames have been drawn. */
export function afterFrames(count: number, callback: () => void): void {
  if (count === 0) callback();
  else requestAnimationFrame(() => afterFrames(count - 1, callback));
}
