import type { User } from '@studio/contract/http/auth';
import type { BrowserStorage } from '@/lib/browser-storage.ts';
import type { Call } from '@/lib/http-client.ts';
import type { Time } from '@/lib/time.ts';
import type { DraftStorage } from './restoring/draft-storage.ts';

/** Everything outside that the project on the desk is kept with. */
export interface ProjectDependencies {
  call: Call;
  /** Who is signed in at this moment. */
  user(): Pick<User, 'id'> | null;
  /** The `autoSave` setting at this moment. */
  autoSave(): boolean;
  drafts: DraftStorage;
  /** The openings, in all windows of this browser, that have their text on the desk at this moment. */
  findActiveWriters(): Promise<string[]>;
  /** Whether the moderators took a project down; false where that cannot be found out. */
  isTakenDown(id: string): Promise<boolean>;
  localStorage: BrowserStorage;
  sessionStorage: BrowserStorage;
  time: Time;
  /** From 0 up to 1; spreads the retries of many tabs. */
  random(): number;
  /** Names this tab in X-Client-Id, so that its own events can be told from others'. */
  clientId: string;
}
