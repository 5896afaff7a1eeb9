import { localStore } from '@/lib/browser-storage.ts';

const key = 'codestudio_single_keys';

/** Switched off while the browser stores nothing. */
let isOff = false;

/** Whether one-character shortcuts, which speech input can trigger, are on (WCAG 2.1.4); only `off` disables them. */
export const singleKeysAreOn = () => !isOff && localStore.read(key) !== 'off';

export function setSingleKeys(on: boolean): void {
  if (on) localStore.remove(key);
  isOff = !on && !localStore.write(key, 'off');
}
