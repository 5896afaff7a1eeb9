import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { addressOf, welcomeTitle } from '@/features/projects/model/project-address.ts';
import { showOutcomeToast } from '@/features/projects/toast-texts.ts';
import type { Studio } from '../page-services.ts';

/** The way from one project to another within the page. */
export interface Navigation {
  /** A step that Back takes back. */
  goTo(path: string): void;
  /** Whether the present address was reached by Back or Forward; asked once for each. */
  cameBack(): boolean;
}

export function useNavigation(): Navigation {
  const [, navigate] = useLocation();
  const traversed = useRef(false);
  useEffect(() => {
    const note = () => {
      traversed.current = true;
    };
    // Before the router hears of it.
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
 * Brings the project of the address on screen, and the address of the project on screen into the address bar
 * (specification: Pages). Commands push an address; what happens by itself, a first save or a removal, replaces it.
 */
export function useProjectAddress(
  { project }: Studio,
  projectId: string | null,
  { goTo, cameBack }: Navigation,
  mayLoad: () => Promise<boolean>,
): void {
  const [, navigate] = useLocation();

  useEffect(() => {
    let isOver = false;
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

    /** `/` shows what has no address: a new project, or the welcome project. */
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
      // What was here before keeps `/`: a copy is made, and leads there (specification: Save button).
      if (!isOver && userId === null && !isWelcome && restored.project.id !== null) replace();
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
        const isGone = id === null && path === `/project/${before.project.id}`;
        if (!isFirstSave && !isGone) return;
        // A command that brought it about goes where it wants.
        setTimeout(() => {
          if (window.location.pathname === path) navigate(addressOf(project.getState()), { replace: true });
        });
      }),
    [project, navigate],
  );
}
