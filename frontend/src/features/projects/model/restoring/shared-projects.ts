import * as z from 'zod/mini';
import type { BrowserStorage } from '@/lib/browser-storage.ts';

const storageKey = 'loadedSharedProjects';
const Ids = z.array(z.string());

/** Notes that a project was loaded by its URL; true the first time in this session (SPEC 4 Loading a shared project by URL). */
export function rememberLoaded(storage: BrowserStorage, id: string): boolean {
  const loaded = Ids.safeParse(storage.readJson(storageKey)).data ?? [];
  if (loaded.includes(id)) return false;
  storage.write(storageKey, JSON.stringify([...loaded, id]));
  return true;
}
