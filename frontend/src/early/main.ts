import '../styles/app.css';
import type { Project } from '@studio/contract/http/projects';
import { askEarly } from '@/lib/early-answers.ts';
import { readEarlyConfig } from './early-config.ts';
import { startEarlyPreview } from './early-preview.ts';
import { drawEarlyView } from './early-view.ts';
import { projectToOpen } from './project-to-open.ts';
import { readStoredLook, type StoredLook } from './stored-look.ts';

/**
 * The page's first script, a small one: it asks for what the app will want, shows the code of the project as soon as it
 * is there, and has it run, before the app takes the time that it needs to start (ADR 10).
 */
async function start(): Promise<void> {
  const look = readStoredLook();
  document.documentElement.classList.toggle('dark', look.theme === 'dark');
  const token = readToken();
  if (token !== null) await showProject(token, look).catch(leaveToApp);
  await import('../main.tsx');
}

async function showProject(token: string, look: StoredLook): Promise<void> {
  askEarly('/api/auth/me', token).catch(leaveToApp);
  const id = await projectToOpen(token);
  if (id === null) return;
  const config = readEarlyConfig(document);
  const preview = config && startEarlyPreview(id, config);
  const answer = await askEarly(`/api/projects/${id}`, token);
  if (!answer.ok) {
    preview?.end();
    return;
  }
  const { html, css, js, frameworkConfig } = (await answer.clone().json()) as Project;
  drawEarlyView({ html, css, js }, look);
  await preview?.show({ html, css, js, frameworkConfig });
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
