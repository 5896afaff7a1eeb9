import type { ConsoleEntry, ConsoleLevel } from '@studio/contract/console';
import type { PackageVersions } from '@studio/contract/packages/package-versions';
import type { PromptScript } from '@studio/contract/preview';
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

// Loaded while the page renders for the first time.
const previewModule = import('../model/start-preview.ts');

/** The preview's methods for the page around it. */
export interface PreviewHandle {
  /** Runs the current text, even if it has not changed. */
  run(): void;
  /** Prepares for showing the current text soon, unless that requires `run`. */
  prepare(): void;
  /** Stops the running page. */
  stop(): void;
  /** Runs code in the shown page, which prints the result; false if nothing runs. */
  evaluate(script: PromptScript): boolean;
}

export interface PreviewViewProps {
  /** Each project has its own origin, and thus its own storage. Null: there is no project yet. */
  projectKey: string | null;
  /** The project's current key, which its first save changes; the running page is kept then. */
  presentKey?: string;
  /** `SANDBOX_URL` with `{id}`. */
  sandboxUrl: string;
  source: Source;
  /** The current text; `source` may be a few keystrokes behind. */
  written(): Source;
  /** Runs every change; otherwise only an opened project and `run`. */
  autoRun: boolean;
  /** Called when the preview begins to show a source. */
  onShow(source: Source): void;
  /** Whether `source` differs from what is shown, which only happens without `autoRun`. */
  onBehind(behind: boolean): void;
  /** How the project is compiled; the same object while it is unchanged. */
  target: CompileTarget;
  /** Called with the project's output and the studio's messages. */
  onConsole(entry: ConsoleEntry): void;
  /** Called when a new run begins. */
  onRun(): void;
  onStatus(status: PreviewStatus): void;
  /** The newest source's problems; empty if there are none. Parts with errors keep their last good state. */
  onProblems(problems: Problem[]): void;
  /** Called with work that delays the project by more than a second; null at its end. */
  onWork(work: PreviewWork | null): void;
  /** Called with the versions for imported packages that have none in the project. */
  onPackages(packages: PackageVersions): void;
  ref?: Ref<PreviewHandle>;
}

/** Shows a running project, filling its container, and follows every change. */
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
  /** The preview that has been moved to another origin. */
  const moved = useRef<LivePreview>(null);
  const callbacks = useRef({ onConsole, onRun, onStatus, onProblems, onWork, onPackages });

  useEffect(() => {
    callbacks.current = { onConsole, onRun, onStatus, onProblems, onWork, onPackages };
  });

  const keyNow = useEffectEvent(() => presentKey);
  useEffect(() => {
    if (projectKey === null) return;
    let created: LivePreview | null = null;
    let isGone = false;
    const notice = (level: ConsoleLevel, text: string) =>
      callbacks.current.onConsole({ level, args: [text], kind: 'notice', timestamp: Date.now() });
    const start = ({ startPreview }: Awaited<typeof previewModule>) => {
      if (isGone || !container.current) return;
      created = startPreview({
        container: container.current,
        projectKey,
        presentKey: keyNow(),
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
    void previewModule.then(start, fail);
    return () => {
      isGone = true;
      // The next effect still has this preview, but the key of the next project.
      moved.current = null;
      created?.destroy();
      setPreview(null);
      // The page around goes on, without a preview or with that of another project.
      callbacks.current.onStatus('starting');
      callbacks.current.onProblems([]);
      callbacks.current.onWork(null);
    };
  }, [projectKey, sandboxUrl]);

  useEffect(() => {
    // A removed project that is back gets its first key again.
    if (!preview || presentKey === undefined || (presentKey === projectKey && moved.current !== preview))
      return;
    moved.current = preview;
    preview.moveTo(presentKey);
  }, [preview, projectKey, presentKey]);

  const show = (current: LivePreview, newest: Source, rerun: boolean) => {
    shown.current = { preview: current, source: newest };
    onShow(newest);
    onBehind(false);
    void current.show(newest, target, { rerun });
  };

  const showIfWanted = useEffectEvent((current: LivePreview, newest: Source, runs: boolean) => {
    const isOpening = shown.current?.preview !== current;
    // A save passes an equal source in a new object, which must not restart a stopped project.
    const isNewer = shown.current === null || !isSameSource(shown.current.source, newest);
    if (isOpening || (runs && isNewer)) show(current, newest, false);
    else onBehind(isNewer);
  });
  // A passive effect would run a frame later.
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
    evaluate: (script) => preview?.evaluate(script) ?? false,
  }));

  return <div ref={container} className="relative size-full overflow-hidden bg-page" />;
}

/** Shown while preparing a project takes long. */
export function Working({ work }: { work: PreviewWork }) {
  return (
    <span role="status" className="ml-auto flex items-center gap-1.5 text-muted text-xs">
      <Spinner />
      {texts.works[work]}
    </span>
  );
}
