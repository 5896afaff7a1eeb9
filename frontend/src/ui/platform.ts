/** Whether this is one of Apple's systems, on which Cmd is the key of shortcuts and Ctrl edits text. */
export function isApple(): boolean {
  return /Mac|iP/.test(navigator.platform);
}
