import {
  decodeNewProject,
  encodeNewProject,
  type NewProject as GivenProject,
  type NewProjectResult,
  newProjectElement,
  readNewProject,
} from '@studio/contract/new-project';
import { FileWarning } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useStore } from 'zustand';
import { openUnsaved } from '@/features/projects/model/open-unsaved.ts';
import { addressOf } from '@/features/projects/model/project-address.ts';
import type { ProjectStore } from '@/features/projects/model/project-store.ts';
import { blankProject } from '@/features/projects/model/working-project.ts';
import { tabStore } from '@/lib/browser-storage.ts';
import { markForeign } from '@/lib/foreign-code.ts';
import { confirm } from '@/ui/dialogs/confirm.ts';
import { EmptyState } from '@/ui/lists/list-states.tsx';
import { PageLoading } from './page-fallbacks.tsx';
import type { PageServices } from './page-services.ts';
import * as texts from './routes/page-texts.ts';
import { pendingNewProject } from './routes/path-after-login.ts';

/** In characters. A longer one is not part of the address; the tab's history keeps it beside, for a reload. */
const maxFragmentLength = 65_536;

interface OpenCodePageProps {
  services: PageServices;
  /** The code is open, or the user keeps the current project. */
  onOpened: () => void;
}

/**
 * /new: opens code from another page, sent by a form or in the fragment, as an unsaved project that does not run by
 * itself; without code, a blank project. Users sign in first if necessary. It asks before it replaces unsaved work.
 */
export default function OpenCodePage({ services, onOpened }: OpenCodePageProps) {
  const status = useStore(services.session, (session) => session.status);
  const [, navigate] = useLocation();
  const [given, setGiven] = useState<NewProjectResult | null>(null);
  const isOpening = useRef(false);

  useEffect(() => {
    void readGiven().then(setGiven);
  }, []);

  async function signInFirst(project: GivenProject) {
    if (tabStore.write(pendingNewProject, await encodeNewProject(project)))
      navigate('/login', { replace: true });
    else setGiven({ ok: false, message: texts.signInBefore });
  }

  const proceed = useEffectEvent(async (project: GivenProject, session: typeof status) => {
    if (isOpening.current) return;
    if (session === 'signed-in') {
      isOpening.current = true;
      keepInEntry();
      const isBack = services.project.getState().dirty;
      const opened = await open(services, project, isBack);
      // The end of the session cancels the question: the code waits for the next one.
      if (services.session.getState().status === 'anonymous') return signInFirst(project);
      if (opened === 'refused') return setGiven({ ok: false, message: texts.storageRefused });
      // The entry that Back led to stays.
      if (opened === 'cancelled') navigate(addressOf(services.project.getState()), { replace: !isBack });
      else leaveOnceEdited(services.project, navigate);
      onOpened();
    } else if (session === 'anonymous') await signInFirst(project);
  });
  useEffect(() => {
    if (given?.ok) void proceed(given.project, status);
  }, [given, status]);

  if (given === null || given.ok) return <PageLoading />;
  return (
    <main role="alert" className="grid min-h-full place-items-center">
      <EmptyState icon={FileWarning} title={texts.notOpened} text={given.message}>
        <Link href="/" onClick={onOpened} className="text-accent underline underline-offset-2">
          {texts.goHome}
        </Link>
      </EmptyState>
    </main>
  );
}

// Changing only the fragment in the address bar does not load the page again.
window.addEventListener('hashchange', () => {
  if (window.location.pathname.startsWith('/new')) window.location.reload();
});

/** The code from a form, else from the address, else code stored while the user signed in. */
async function readGiven(): Promise<NewProjectResult> {
  const posted = document.getElementById(newProjectElement)?.textContent;
  if (posted) return JSON.parse(posted) as NewProjectResult;
  const kept = (window.history.state as LongFragment | null)?.newProject;
  const fragment = window.location.hash.slice(1) || kept || tabStore.read(pendingNewProject);
  return fragment ? decodeNewProject(fragment) : readNewProject({});
}

/** The state of the history's entry, in place of a fragment. */
interface LongFragment {
  newProject: string;
}

/** Moves code that waited for a login to the history's entry, where a reload finds it, and no other page does. */
function keepInEntry(): void {
  const newProject = tabStore.read(pendingNewProject);
  if (newProject === null) return;
  window.history.replaceState({ newProject } satisfies LongFragment, '');
  tabStore.remove(pendingNewProject);
}

/** A reload restores what was edited, in place of asking whether the code may replace it. */
function leaveOnceEdited(
  store: ProjectStore,
  navigate: (path: string, options: { replace: true }) => void,
): void {
  const stop = store.subscribe((state) => {
    const isHere = window.location.pathname.startsWith('/new');
    if (isHere && !state.dirty) return;
    stop();
    if (isHere) navigate(addressOf(state), { replace: true });
  });
}

/**
 * `isBack`: from a project with unsaved work on this page. `cancelled`: the user keeps their unsaved work, which a blank
 * project replaces only after Back. `refused`: the browser cannot store that the code must not run.
 */
async function open(
  { project: store, localStorage }: PageServices,
  project: GivenProject,
  isBack: boolean,
): Promise<'opened' | 'cancelled' | 'refused'> {
  // Unsaved text stored in this browser counts as well.
  await store.actions.restore();
  const hasCode = `${project.html}${project.css}${project.js}` !== '';
  const question = hasCode
    ? { title: texts.openCode, text: texts.openCodeText, action: texts.openCode }
    : { title: texts.newProject, text: texts.newProjectText, action: texts.newProject };
  const asks = hasCode || isBack;
  if (store.getState().dirty && !(asks && (await confirm(question)))) return 'cancelled';
  const { key } = blankProject();
  if (hasCode) {
    if (!markForeign(localStorage, key)) return 'refused';
    const newProject = await encodeNewProject(project);
    const isLong = newProject.length > maxFragmentLength;
    const state: LongFragment | null = isLong ? { newProject } : null;
    window.history.replaceState(state, '', isLong ? '/new' : `/new#${newProject}`);
  }
  openUnsaved(store, key, project);
  // A reload must read the address, not the form.
  document.getElementById(newProjectElement)?.remove();
  return 'opened';
}
