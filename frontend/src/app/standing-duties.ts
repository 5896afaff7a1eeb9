import { keepFramework } from '@/features/frameworks/model/kept-framework.ts';
import { keepSession } from '@/lib/kept-session.ts';
import { browserTime } from '@/lib/time.ts';
import type { Studio } from './studio.ts';

/** What the page sees to for as long as it is open, whatever it shows; fetched behind what it starts with. */
export function startStandingDuties({ project, localStorage, call, session }: Studio): void {
  keepFramework(project, localStorage, browserTime);
  keepSession({ call, session, now: browserTime.now });
}
