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
import { blankProject } from '@/features/projects/model/working-project.ts';
import { tabStore } from '@/lib/browser-storage.ts';
import { confirm } from '@/ui/dialogs/confirm.ts';
import { EmptyState } from '@/ui/lists/list-states.tsx';
import { PageLoading } from './page-fallbacks.tsx';
import type { Studio } from './page-services.ts';
import * as texts from './routes/page-texts.ts';
import { pendingNewProject } from './routes/path-after-login.ts';

/** In characters. A longer fragment would burden the browser's history; its project is opened all the same. */
const longestFragment = 65_536;

interface OpenCodePageProps {
  studio: Studio;
  /** The code is open, or the person stays with what they have. */
  onOpened: () => void;
}

/**
 * /new: opens the code that another page has handed over, by a form or in the fragment, as an unsaved project that does not
 * run by itself; a blank one where there is none. Whoever is not signed in signs in first. It asks before it replaces
 * unsaved work.
 */
export default function OpenCodePage({ studio, onOpened }: OpenCodePageProps) {
  const status = useStore(studio.session, (session) => session.status);
  const [, navigate] = useLocation();
  const [given, setGiven] = useState<NewProjectResult | null>(null);
  const isOpening = useRef(false);

  useEffect(() => {
    void readGiven().then(setGiven);
  }, []);

  const proceed = useEffectEvent(async (project: GivenProject, session: typeof status) => {
    if (isOpening.current) return;
    if (session === 'signed-in') {
      isOpening.current = true;
      const opened = await open(studio, project);
      if (opened === 'refused') return setGiven({ ok: false, message: texts.storageRefused });
      if (opened === 'cancelled') navigate(addressOf(studio.project.getState()), { replace: true });
      onOpened();
    } else if (session === 'anonymous') {
      if (tabStore.write(pendingNewProject, await encodeNewProject(project)))
        navigate('/login', { replace: true });
      else setGiven({ ok: false, message: texts.signInBefore });
    }
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

// Another link, put into the address bar of a page that shows one, loads no page by itself.
window.addEventListener('hashchange', () => {
  if (window.location.pathname.startsWith('/new')) window.location.reload();
});

/** What the server read from a form, else what is in the fragment, else what has waited for its reader to sign in. */
async function readGiven(): Promise<NewProjectResult> {
  const posted = document.getElementById(newProjectElement)?.textContent;
  if (posted) return JSON.parse(posted) as NewProjectResult;
  const fragment = window.location.hash.slice(1) || tabStore.read(pendingNewProject);
  return fragment ? decodeNewProject(fragment) : readNewProject({});
}

/** `cancelled`: the person stays with their unsaved work. `refused`: the browser cannot keep the code from running. */
async function open(
  { project: store, localStorage }: Studio,
  project: GivenProject,
): Promise<'opened' | 'cancelled' | 'refused'> {
  tabStore.remove(pendingNewProject);
  // What is unsaved in this browser counts as if it were on screen.
  await store.actions.restore();
  const question = { title: texts.openCode, text: texts.openCodeText, action: texts.openCode };
  if (store.getState().dirty && !(await confirm(question))) return 'cancelled';
  const { key } = blankProject();
  if (`${project.html}${project.css}${project.js}` !== '') {
    const { markForeign } = await import('@/features/preview/model/start-preview.ts');
    if (!markForeign(localStorage, key)) return 'refused';
    const fragment = await encodeNewProject(project);
    const hash = fragment.length <= longestFragment ? `#${fragment}` : '';
    window.history.replaceState(window.history.state, '', `/new${hash}`);
  }
  openUnsaved(store, key, project);
  // A reload reads the address, not the form.
  document.getElementById(newProjectElement)?.remove();
  return 'opened';
}
