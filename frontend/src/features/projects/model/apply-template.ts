import type { Template } from '@studio/contract/http/templates';
import type { Source } from '@studio/engine/source';
import * as texts from '../operation-texts.ts';
import { type Outcome, successes } from '../toast-texts.ts';
import { welcomeTitle } from './project-address.ts';
import { mayAutoSave, type ProjectState } from './project-state.ts';
import type { ProjectActions } from './project-store.ts';
import { isOwn } from './working-project.ts';

interface Store {
  getState(): ProjectState;
  actions: Pick<ProjectActions, 'save' | 'startBlank' | 'replaceSource' | 'commitTitle'>;
}

/** The kind of content that a template would replace. */
export type ContentOnScreen =
  /** Empty, or the unchanged welcome project. */
  | 'untouched'
  /** The user's own text, saved or not: it can be saved before it is replaced. */
  | 'own'
  /** Another user's or a removed project: only the text on screen changes. */
  | 'borrowed';

export function contentOnScreen(state: ProjectState): ContentOnScreen {
  const { typed, project, dirty, lifecycle } = state;
  const isBlank = `${typed.html}${typed.css}${typed.js}`.trim() === '';
  const isWelcome = project.title === welcomeTitle && (project.id === null || !isOwn(state));
  if (isBlank || (isWelcome && !dirty)) return 'untouched';
  return mayAutoSave(lifecycle) ? 'own' : 'borrowed';
}

/**
 * Opens a new project with a template's sources and name. Unsaved text of the present project is saved; if that
 * fails, its draft stays and is offered when the project is opened again. @returns the outcome of that save.
 */
export function startFromTemplate({ getState, actions }: Store, template: Template): Promise<Outcome> {
  const saving =
    contentOnScreen(getState()) === 'own' ? actions.save('manual') : Promise.resolve(successes.quiet);
  actions.startBlank();
  actions.replaceSource(template);
  actions.commitTitle(template.name);
  return saving;
}

/**
 * Replaces the sources by a template's, after saving the present ones, so that they can be restored from a revision.
 * Text that the user cannot save is replaced on screen only. If the save fails nothing is replaced.
 * @param isWanted checked after the save: whether to replace the sources still.
 * @param autoSave whether the new sources may be saved automatically; a manual save makes them a separate revision.
 */
export async function replaceWithTemplate(
  { getState, actions }: Store,
  source: Source,
  { isWanted, autoSave }: { isWanted: () => boolean; autoSave: boolean },
): Promise<Outcome> {
  const { opening, dirty, project } = getState();
  const isSaved = contentOnScreen(getState()) === 'own';
  // Code from another page is unchanged, but was never saved.
  if (isSaved && (dirty || project.id === null)) {
    const saved = await actions.save('manual');
    if (!isWanted() || getState().opening !== opening) return successes.quiet;
    if (!saved.ok || getState().dirty) return texts.templateNotInserted(saved.ok ? undefined : saved.detail);
  }
  actions.replaceSource(source);
  if (isSaved && autoSave) void actions.save('manual');
  return successes.quiet;
}
