import type { ConsoleEntry, ConsoleLevel } from '@studio/contract/console';
import type { PackageVersions } from '@studio/contract/packages/package-versions';
import type { CompileTarget } from '@studio/engine/compile';
import type { Problem } from '@studio/engine/problem';
import type { Source } from '@studio/engine/source';
import {
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Spinner } from '@/ui/progress-indicators.tsx';
import type { LivePreview, PreviewWork } from '../model/live-preview.ts';
import type { PreviewStatus } from '../model/live-preview-state.ts';
import { isSameSource } from '../model/same-source.ts';
import * as texts from '../texts.ts';

// Not part of the first page: it comes while that is drawn.
const previewModule = import('../model/start-preview.ts');

/** What the page around a preview can ask of it. */
export interface PreviewHandle {
  /** Runs what is written now, whether or not it changed. */
  run(): void;
  /** What is written now will be shown soon, unless that takes a `run`. */
  prepare(): void;
  /** Ends whatever runs. */
  stop(): void;
  /** Runs code in the page on show, which prints what comes of it; false where nothing runs. */
  evaluate(code: string): boolean;
}

export interface PreviewViewProps {
  /** A different project gets an origin, and so a storage, of its own. Null: there is none yet. */
  projectKey: string | null;
  /** The project's key of this moment, where its first save may change it: what runs goes on then. */
  presentKey?: string;
  /** `SANDBOX_URL` with `{id}`. */
  sandboxUrl: string;
  source: Source;
  /** What is written at this moment: `source` may be a few keystrokes behind. */
  written(): Source;
  /** Every change runs; else only what opens and what is asked for by `run`. */
  autoRun: boolean;
  /** The preview shows this from now on. */
  onShow(source: Source): void;
  /** Whether `source` differs from what is shown, which only happens without `autoRun`. */
  onBehind(behind: boolean): void;
  /** How the project is compiled; the same object while nothing changes. */
  target: CompileTarget;
  /** What the project printed, and what the studio has to say of it. */
  onConsole(entry: ConsoleEntry): void;
  /** The project runs anew: what it printed before is over. */
  onRun(): void;
  onStatus(status: PreviewStatus): void;
  /** What the compilers say of the newest source; empty once all is well. What an error breaks stays as it last was. */
  onProblems(problems: Problem[]): void;
  /** What lasts for more than a second and keeps the project from being shown; null once it is over. */
  onWork(work: PreviewWork | null): void;
  /** The versions that the project runs with, where its code imports packages that it has no version of. */
  onPackages(packages: PackageVersions): void;
  ref?: Ref<PreviewHandle>;
}

/** Shows a project as it runs, filling its container, and keeps up with every change. */
export function PreviewView({
  projectKey,
  presentKey,
  sandboxUrl,
  source,
  written,
  autoRun,
  onShow,
  onBehind,
  target,
  onConsole,
  onRun,
  onStatus,
  onProblems,
  onWork,
  onPackages,
  ref,
}: PreviewViewProps) {
  const container = useRef<HTMLDivElement>(null);
  const [preview, setPreview] = useState<LivePreview | null>(null);
  const shown = useRef<{ preview: LivePreview; source: Source }>(null);
  const callbacks = useRef({ onConsole, onRun, onStatus, onProblems, onWork, onPackages });

  useEffect(() => {
    callbacks.current = { onConsole, onRun, onStatus, onProblems, onWork, onPackages };
  });

  useEffect(() => {
    if (projectKey === null) return;
    let created: LivePreview | null = null;
    let isGone = false;
    const notice = (level: ConsoleLevel, text: string) =>
      callbacks.current.onConsole({ level, args: [text], timestamp: Date.now() });
    const start = ({ startPreview }: Awaited<typeof previewModule>) => {
      if (isGone || !container.current) return;
      created = startPreview({
        container: container.current,
        projectKey,
        sandboxUrl,
        onConsole: (entry) => callbacks.current.onConsole(entry),
        onRun: () => callbacks.current.onRun(),
        onNotice: notice,
        onStatus: (status) => callbacks.current.onStatus(status),
        onProblems: (problems) => callbacks.current.onProblems(problems),
        onWork: (work) => callbacks.current.onWork(work),
        onPackages: (packages) => callbacks.current.onPackages(packages),
      });
      setPreview(created);
    };
    const fail = () => {
      callbacks.current.onStatus('failed');
      notice('error', 'Preview Error: the preview could not be loaded. Reload the page to try again.');
    };
    callbacks.current.onStatus('starting');
    void previewModule.then(start, fail);
    return () => {
      isGone = true;
      created?.destroy();
      setPreview(null);
    };
  }, [projectKey, sandboxUrl]);

  useEffect(() => {
    if (presentKey !== undefined && presentKey !== projectKey) preview?.moveTo(presentKey);
  }, [preview, projectKey, presentKey]);

  const show = (current: LivePreview, newest: Source, rerun: boolean) => {
    shown.current = { preview: current, source: newest };
    onShow(newest);
    onBehind(false);
    void current.show(newest, target, { rerun });
  };

  const showIfWanted = useEffectEvent((current: LivePreview, newest: Source, runs: boolean) => {
    const isOpening = shown.current?.preview !== current;
    // A save hands over the same source in a new object: what has been stopped does not start for it.
    const isNewer = shown.current === null || !isSameSource(shown.current.source, newest);
    if (isOpening || (runs && isNewer)) show(current, newest, false);
    else onBehind(isNewer);
  });
  // A passive effect would come a frame later.
  useLayoutEffect(() => {
    if (preview) showIfWanted(preview, source, autoRun);
  }, [preview, source, autoRun]);

  useImperativeHandle(ref, () => ({
    run() {
      if (preview) show(preview, written(), true);
    },
    prepare() {
      if (autoRun) preview?.prepare(written(), target);
    },
    stop: () => preview?.stop(),
    evaluate: (code) => preview?.evaluate(code) ?? false,
  }));

  return <div ref={container} className="relative size-full overflow-hidden bg-page" />;
}

/** Shown while a project takes longer to be made than one would want to wait in silence. */
export function Working({ work }: { work: PreviewWork }) {
  return (
    <span role="status" className="ml-auto flex items-center gap-1.5 text-muted text-xs">
      <Spinner />
      {texts.works[work]}
    </span>
  );
}
