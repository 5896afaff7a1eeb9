/** Opens a channel to other windows; null if the browser refuses, as Firefox does where it denies storage. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch (error) {
    console.warn('Other windows cannot be reached', error);
    return null;
  }
}
