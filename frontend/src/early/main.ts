import '../styles/app.css';
import type { Project } from '@studio/contract/http/projects';
import { readStudioConfig } from '@/config/studio-config.ts';
import { askEarly } from '@/lib/early-answers.ts';
import { startEarlyPreview } from './early-preview.ts';
import { drawEarlyView } from './early-view.ts';
import { projectToOpen } from './project-to-open.ts';
import { readStoredLook, type StoredLook } from './stored-look.ts';

/**
 * The page's first script, a small one: it asks for what the app will want, shows the code of the project as soon as it
 * is there, and has it run, before the app takes the time that it needs to start (ADR 10). It is async in the page: a
 * script that is not waits for the styles.
 */
async function start(): Promise<void> {
  const look = readStoredLook();
  document.documentElement.classList.toggle('dark', look.theme === 'dark');
  const token = readToken();
  if (token !== null) await showProject(token, look).catch(leaveToApp);
  await bodyParsed();
  await import('../main.tsx');
}

async function showProject(token: string, look: StoredLook): Promise<void> {
  const id = await projectToOpen(token);
  const asked = id === null ? null : askEarly(`/api/projects/${id}`, token);
  // After the project, which there is more to do with.
  askEarly('/api/auth/me', token).catch(leaveToApp);
  if (id === null || asked === null) return;
  await bodyParsed();
  const preview = startEarlyPreview(id, readStudioConfig(document));
  const answer = await asked;
  if (!answer.ok) {
    preview?.end();
    return;
  }
  const { html, css, js, frameworkConfig } = (await answer.clone().json()) as Project;
  drawEarlyView({ html, css, js }, look);
  await preview?.show({ html, css, js, frameworkConfig });
}

/** The script is asked for in the head. */
function bodyParsed(): Promise<unknown> {
  if (document.readyState !== 'loading') return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('DOMContentLoaded', resolve, { once: true });
  });
}

function readToken(): string | null {
  try {
    return localStorage.getItem('codestudio_token');
  } catch {
    return null;
  }
}

/** The app asks for the same and says what is wrong. */
function leaveToApp(): void {}

void start();
