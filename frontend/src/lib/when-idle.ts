/** Calls `work` once the browser has nothing better to do, `within` ms at the latest; the returned function takes it back. */
export function whenIdle(work: () => void, within = 5_000): () => void {
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, within / 5);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: within });
  return () => cancelIdleCallback(handle);
}
