import '../styles/app.css';
// Too small for a separate file.
import '@/features/editor/components/editor-pane.css';
import '@/features/editor/components/editor-workspace.css';
import type { Project } from '@studio/contract/http/projects';
import { readStudioConfig } from '@/config/studio-config.ts';
import { hasFinePointer } from '@/lib/pointer.ts';
import { hasEarlyText, removeStaticCode } from '@/lib/startup-handover.ts';
import { fetchFullEditor } from './fetch-full-editor.ts';
import { type PreloadedPreview, preloadPreview } from './preload-preview.ts';
import { drawStaticCode, whenTurnedTo } from './static-code.ts';
import { readStoredEditorSettings, type StoredEditorSettings, storedObject } from './stored-values.ts';

/** How long (ms) after its load the app may take over the early view; later it shows something else. */
const takeoverDeadlineMs = 8_000;
/** How long (ms) the app waits for the project: without it, a slow server would leave the page blank. */
const responseDeadlineMs = 3_000;

/**
 * The page's first, small file: it shows and runs the project's code, which `prefetch.ts` has requested, before the app
 * has started (ADR 10). It is loaded with `async`, because other scripts wait for the styles.
 */
async function start(): Promise<void> {
  const look = readStoredEditorSettings();
  document.documentElement.classList.toggle('dark', look.theme === 'dark');
  const late = new Promise<null>((resolve) => setTimeout(resolve, responseDeadlineMs, null));
  const asked = await Promise.race([window.prefetchedProject?.catch(() => null), late]);
  await bodyParsed();
  const preview = asked ? preloadPreview(asked.id, readStudioConfig(document)) : null;
  const project = asked && (await Promise.race([readProject(asked.response), late]));
  if (project)
    await showProject(project, preview, look).catch((error: unknown) => {
      console.warn('The code is shown once the app has started', error);
    });
  else preview?.end();
  await import('../main.tsx');
  setTimeout(() => {
    if (!hasEarlyText()) removeStaticCode();
    preview?.end();
  }, takeoverDeadlineMs);
}

/** Null if it cannot be read: the app makes the same request and reports errors. */
async function readProject(asked: Promise<Response>): Promise<Project | null> {
  try {
    const response = await asked;
    return response.ok ? ((await response.clone().json()) as Project) : null;
  } catch {
    return null;
  }
}

async function showProject(
  { html, css, js, frameworkConfig, isPublic, userId }: Project,
  preview: PreloadedPreview | null,
  look: StoredEditorSettings,
): Promise<void> {
  const reader: { id?: string } = storedObject('codestudio_user');
  const hasByline = isPublic && userId !== reader.id;
  const source = { html, css, js, frameworkConfig };
  drawStaticCode(source, look, hasByline);
  await preview?.show(source, hasByline);
  // After the preview's requests, which come first.
  if (hasFinePointer()) whenTurnedTo(fetchFullEditor);
}

/** The script may run before the body is parsed. */
async function bodyParsed(): Promise<void> {
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
}

start().catch((error: unknown) => {
  window.handleLoadFailure();
  throw error;
});
