import { prefetch } from '@/lib/startup-handover.ts';
import { projectToOpen } from './project-to-open.ts';

/** The project that the app will open, on its way. */
export interface PrefetchedProject {
  id: string;
  answer: Promise<Response>;
}

declare global {
  interface Window {
    /** Null where no stored project is opened; not there where nobody is signed in. */
    prefetchedProject?: Promise<PrefetchedProject | null>;
  }
}

/*
 * Written into the page itself (`inline-prefetch.ts`): what is asked here is on its way before any file of the page
 * has come (ADR 10).
 */
const token = readToken();
if (token) window.prefetchedProject = prefetchProject(token);

async function prefetchProject(token: string): Promise<PrefetchedProject | null> {
  // The app asks for the same and says what is wrong.
  const id = await projectToOpen(token).catch(() => null);
  const asked = id === null ? null : { id, answer: prefetch(`/api/projects/${id}`, token) };
  // After the project, which there is more to do with.
  void prefetch('/api/auth/me', token);
  return asked;
}

function readToken(): string | null {
  try {
    const token = localStorage.getItem('codestudio_token');
    // What a page once stored that had none (SPEC 7).
    return token === 'undefined' ? null : token;
  } catch {
    return null;
  }
}
