import { localStore } from '@/lib/browser-storage.ts';

const key = 'codestudio_single_keys';

/** Whether one-character shortcuts, which speech input can trigger, are on (WCAG 2.1.4); only `off` disables them. */
export const singleKeysAreOn = () => localStore.read(key) !== 'off';

export function setSingleKeys(on: boolean): void {
  if (on) localStore.remove(key);
  else localStore.write(key, 'off');
}
