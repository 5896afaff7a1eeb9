import type { Sources } from '@studio/engine/source';
import { askEarly } from '@/lib/early-answers.ts';
import { drawEarlyText } from './early-text.ts';
import { readStoredLook, type StoredLook } from './stored-look.ts';

/**
 * A script of its own that comes long before the app: it asks for what the app will want first, and shows the code of
 * the project as soon as it is there (DESIGN 2: the code as text at once).
 */
function start(): void {
  const look = readStoredLook();
  document.documentElement.classList.toggle('dark', look.theme === 'dark');
  const token = readToken();
  if (token === null) return;
  askEarly('/api/auth/me', token).catch(leaveToApp);
  const id = /^\/project\/([0-9a-z]{16})\/?$/.exec(location.pathname)?.[1];
  if (id === undefined) return;
  askEarly(`/api/projects/${id}`, token)
    .then((answer) => show(answer, look))
    .catch(leaveToApp);
}

function readToken(): string | null {
  try {
    return localStorage.getItem('codestudio_token');
  } catch {
    return null;
  }
}

async function show(answer: Response, look: StoredLook): Promise<void> {
  // The app reads the answer too.
  if (!answer.ok) return;
  const project: unknown = await answer.clone().json();
  if (isSources(project) && !window.earlyTextEnded) drawEarlyText(project, look);
}

function isSources(value: unknown): value is Sources {
  if (typeof value !== 'object' || value === null) return false;
  const { html, css, js } = value as Partial<Record<keyof Sources, unknown>>;
  return typeof html === 'string' && typeof css === 'string' && typeof js === 'string';
}

/** The app takes the same answer and says what is wrong. */
function leaveToApp(): void {}

start();
