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

/**
 * The page's first, small file: it shows and runs the project's code, which `prefetch.ts` has requested, before the app
 * has started (ADR 10). It is loaded with `async`, because other scripts wait for the styles.
 */
async function start(): Promise<void> {
  const look = readStoredEditorSettings();
  document.documentElement.classList.toggle('dark', look.theme === 'dark');
  // The app makes the same request and reports errors.
  const asked = await window.prefetchedProject?.catch(() => null);
  await bodyParsed();
  const preview = asked ? preloadPreview(asked.id, readStudioConfig(document)) : null;
  if (asked)
    await showProject(asked.response, preview, look).catch((error: unknown) => {
      console.warn('The code is shown once the app has started', error);
    });
  await import('../main.tsx').catch((error: unknown) => {
    window.handleLoadFailure();
    throw error;
  });
  setTimeout(() => {
    if (!hasEarlyText()) removeStaticCode();
    preview?.end();
  }, takeoverDeadlineMs);
}

async function showProject(
  asked: Promise<Response>,
  preview: PreloadedPreview | null,
  look: StoredEditorSettings,
): Promise<void> {
  const response = await asked;
  if (!response.ok) {
    preview?.end();
    return;
  }
  const { html, css, js, frameworkConfig, isPublic, userId } = (await response.clone().json()) as Project;
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

void start();
