import type { Template } from '@studio/contract/http/templates';
import type { Source } from '@studio/engine/source';
import { failure, type Outcome, successes } from '../toast-texts.ts';
import { welcomeTitle } from './project-address.ts';
import { type ProjectState, savesByItself } from './project-state.ts';
import type { ProjectActions } from './project-store.ts';
import { isOwn } from './working-project.ts';

interface Store {
  getState(): ProjectState;
  actions: Pick<ProjectActions, 'save' | 'startBlank' | 'replaceSource' | 'commitTitle'>;
}

/** What a template would take the place of. */
export type ContentOnScreen =
  /** Empty, or the welcome project as it came. */
  | 'untouched'
  /** The user's own text, saved or not: it can be saved before it is replaced. */
  | 'own'
  /** Somebody else's project, or one that was removed: only the text on this screen changes. */
  | 'borrowed';

export function contentOnScreen(state: ProjectState): ContentOnScreen {
  const { typed, project, dirty, lifecycle } = state;
  const isBlank = `${typed.html}${typed.css}${typed.js}`.trim() === '';
  const isWelcome = project.id === null || (project.title === welcomeTitle && !isOwn(state));
  if (isBlank || (isWelcome && !dirty)) return 'untouched';
  return savesByItself(lifecycle) ? 'own' : 'borrowed';
}

/**
 * Opens a new project with a template's sources and name. What is unsaved of the present one is saved; where that fails, its draft stays
 * and is offered when the project is opened again. @returns how that save ended.
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
 * Puts these sources in the place of the present ones, once the server has those: as a revision, so that they can be
 * brought back. Text that is nobody's to save is replaced on screen alone. Where the save fails nothing is replaced.
 * @param isWanted whether that is still asked for, after the save.
 * @param autoSave whether the new sources may be saved unasked; by hand, so that they become a revision of their own.
 */
export async function replaceWithTemplate(
  { getState, actions }: Store,
  source: Source,
  { isWanted, autoSave }: { isWanted: () => boolean; autoSave: boolean },
): Promise<Outcome> {
  const { opening } = getState();
  const isSaved = contentOnScreen(getState()) === 'own';
  if (isSaved && getState().dirty) {
    const saved = await actions.save('manual');
    if (!isWanted() || getState().opening !== opening) return successes.quiet;
    if (!saved.ok || getState().dirty) return notReplaced(saved.ok ? undefined : saved.detail);
  }
  actions.replaceSource(source);
  if (isSaved && autoSave) void actions.save('manual');
  return successes.quiet;
}

const notReplaced = (reason = '') =>
  failure(
    'Template not inserted',
    `Your code could not be saved first, so it was not replaced. ${reason}`.trimEnd(),
  );
