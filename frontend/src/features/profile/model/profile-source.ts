import type { Call } from '@/lib/http-client.ts';
import type { SessionStore } from '@/lib/session-store.ts';
import type { AvatarService } from './random-avatar.ts';

/** Whose profile it is, and what it is changed with. */
export interface ProfileSource {
  call: Call;
  session: SessionStore;
  config: AvatarService;
}
