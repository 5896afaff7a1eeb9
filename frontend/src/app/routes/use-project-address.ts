import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { addressOf, welcomeTitle } from '@/features/projects/model/project-address.ts';
import { showOutcomeToast } from '@/features/projects/toast-texts.ts';
import type { PageServices } from '../page-services.ts';

/** Navigation between projects within the page. */
export interface Navigation {
  /** Adds an entry to the history. */
  goTo(path: string): void;
  /** Whether the present address was reached by Back or Forward. Call it once per address: the next call says false. */
  cameBack(): boolean;
}

export function useNavigation(): Navigation {
  const [, navigate] = useLocation();
  const traversed = useRef(false);
  useEffect(() => {
    const note = () => {
      traversed.current = true;
    };
    // In the capture phase, to run before the router's listener.
    window.addEventListener('popstate', note, true);
    return () => window.removeEventListener('popstate', note, true);
  }, []);
  const goTo = useCallback(
    (path: string) => {
      traversed.current = false;
      if (path !== window.location.pathname) navigate(path);
    },
    [navigate],
  );
  const cameBack = useCallback(() => {
    const was = traversed.current;
    traversed.current = false;
    return was;
  }, []);
  return { goTo, cameBack };
}

/**
 * Opens the project of the address, and updates the address for the project on screen (specification: Pages). Commands
 * push an address; other changes, such as a first save or a removal, replace it.
 */
export function useProjectAddress(
  { project }: PageServices,
  projectId: string | null,
  { goTo, cameBack }: Navigation,
  mayLoad: () => Promise<boolean>,
): void {
  const [, navigate] = useLocation();
  const isEntered = useRef(false);

  useEffect(() => {
    let isOver = false;
    const isEntering = !isEntered.current;
    isEntered.current = true;
    const stay = () => goTo(addressOf(project.getState()));
    const replace = () => navigate(addressOf(project.getState()), { replace: true });

    async function openShared(id: string) {
      const isHere = project.getState().project.id === id;
      const mayOpen = isHere || (await mayLoad());
      if (isOver) return;
      if (!mayOpen) return stay();
      const opened = showOutcomeToast(await project.actions.openShared(id));
      if (!opened && !isOver) replace();
    }

    /** Opens `/`, for projects without an address: a new project, or the welcome project. */
    async function openHome(isBack: boolean) {
      const { project: present, userId } = project.getState();
      if (isBack && userId !== null && present.id !== null) {
        const mayOpen = await mayLoad();
        if (isOver) return;
        return mayOpen ? project.actions.openHome() : stay();
      }
      await project.actions.restore();
      const restored = project.getState();
      const isWelcome = restored.lifecycle.kind === 'shared' && restored.project.title === welcomeTitle;
      // Later a project keeps `/`, such as a copy, which returns there (specification: Save button).
      const isRestored = isEntering || userId === null;
      if (!isOver && isRestored && !isWelcome && restored.project.id !== null) replace();
    }

    const isBack = cameBack();
    void (projectId === null ? openHome(isBack) : openShared(projectId));
    return () => {
      isOver = true;
    };
  }, [projectId, project, navigate, goTo, cameBack, mayLoad]);

  useEffect(
    () =>
      project.subscribe((state, before) => {
        const { id, version } = state.project;
        if (id === before.project.id && version === before.project.version) return;
        const path = window.location.pathname;
        const isFirstSave =
          !path.startsWith('/project') && state.lifecycle.kind === 'own' && before.userId !== null;
        // A removal, or a copy that was sent again without its command.
        const isLeft =
          (id === null || state.opening === before.opening) &&
          id !== before.project.id &&
          path === `/project/${before.project.id}`;
        if (!isFirstSave && !isLeft) return;
        // A command that caused the change may navigate itself.
        setTimeout(() => {
          if (window.location.pathname === path) navigate(addressOf(project.getState()), { replace: true });
        });
      }),
    [project, navigate],
  );
}
