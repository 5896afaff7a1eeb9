import { localStore } from '@/lib/browser-storage.ts';

const key = 'codestudio_single_keys';

/** Whether shortcuts of one character, which speech input can press by mistake, do something (WCAG 2.1.4). Whatever else is stored than `off` means that they do. */
export const singleKeysAreOn = () => localStore.read(key) !== 'off';

export function setSingleKeys(on: boolean): void {
  if (on) localStore.remove(key);
  else localStore.write(key, 'off');
}
