import '../styles/app.css';
// So little that a file of their own would cost more.
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

/** What the app has not taken over so long (ms) after it came, it will not: it shows something else. */
const takeoverDeadline = 8_000;

/**
 * The page's first file, a small one: it shows the code of the project, which `prefetch.ts` has asked for, as soon as
 * it is there, and has it run, before the app takes the time that it needs to start (ADR 10). It is async in the page: a
 * script that is not waits for the styles.
 */
async function start(): Promise<void> {
  const look = readStoredEditorSettings();
  document.documentElement.classList.toggle('dark', look.theme === 'dark');
  // The app asks for the same and says what is wrong.
  const asked = await window.prefetchedProject?.catch(() => null);
  await bodyParsed();
  const preview = asked ? preloadPreview(asked.id, readStudioConfig(document)) : null;
  if (asked) await showProject(asked.answer, preview, look).catch(() => undefined);
  await import('../main.tsx');
  setTimeout(() => {
    if (!hasEarlyText()) removeStaticCode();
    preview?.end();
  }, takeoverDeadline);
}

async function showProject(
  asked: Promise<Response>,
  preview: PreloadedPreview | null,
  look: StoredEditorSettings,
): Promise<void> {
  const answer = await asked;
  if (!answer.ok) {
    preview?.end();
    return;
  }
  const { html, css, js, frameworkConfig, isPublic, userId } = (await answer.clone().json()) as Project;
  const reader: { id?: string } = storedObject('codestudio_user');
  const hasByline = isPublic && userId !== reader.id;
  const source = { html, css, js, frameworkConfig };
  drawStaticCode(source, look, hasByline);
  await preview?.show(source, hasByline);
  // What the preview needs comes first.
  if (hasFinePointer()) whenTurnedTo(fetchFullEditor);
}

/** The script is asked for in the head. */
async function bodyParsed(): Promise<void> {
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
}

void start();
