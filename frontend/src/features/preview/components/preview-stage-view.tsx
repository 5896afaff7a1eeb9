import type { ConsoleEntry, ConsoleLevel } from '@studio/contract/console';
import type { CompileTarget } from '@studio/engine/compile';
import type { Problem } from '@studio/engine/problem';
import type { Source } from '@studio/engine/source';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { LivePreview } from '../model/live-preview.ts';
import type { PreviewStatus } from '../model/preview-status.ts';

// Not part of the first page: it comes while that is drawn.
const previewModule = import('../model/start-preview.ts');

/** What the page around a preview can ask of it. */
export interface PreviewHandle {
  /** Runs the project anew, whether or not it changed. */
  run(): void;
  /** Ends whatever runs. */
  stop(): void;
  /** Runs code in the page on show, which prints what comes of it; false where nothing runs. */
  evaluate(code: string): boolean;
}

export interface PreviewStageViewProps {
  /** A different project gets an origin, and so a storage, of its own. Null: there is none yet. */
  projectKey: string | null;
  /** `SANDBOX_URL` with `{id}`. */
  sandboxUrl: string;
  source: Source;
  /** How the project is compiled; the same object while nothing changes. */
  target: CompileTarget;
  /** What the project printed, and what the studio has to say of it. */
  onConsole(entry: ConsoleEntry): void;
  onStatus(status: PreviewStatus): void;
  /** What the compilers say of the newest source; empty once all is well. What an error breaks stays as it last was. */
  onProblems(problems: Problem[]): void;
  /** True while compiling, or loading compilers, lasts for more than a second. */
  onCompiling(compiling: boolean): void;
  ref?: Ref<PreviewHandle>;
}

/** Shows a project as it runs, filling its container, and keeps up with every change. */
export function PreviewStageView({
  projectKey,
  sandboxUrl,
  source,
  target,
  onConsole,
  onStatus,
  onProblems,
  onCompiling,
  ref,
}: PreviewStageViewProps) {
  const container = useRef<HTMLDivElement>(null);
  const [preview, setPreview] = useState<LivePreview | null>(null);
  const callbacks = useRef({ onConsole, onStatus, onProblems, onCompiling });

  useEffect(() => {
    callbacks.current = { onConsole, onStatus, onProblems, onCompiling };
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
        onNotice: notice,
        onStatus: (status) => callbacks.current.onStatus(status),
        onProblems: (problems) => callbacks.current.onProblems(problems),
        onCompiling: (compiling) => callbacks.current.onCompiling(compiling),
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

  useEffect(() => void preview?.show(source, target), [preview, source, target]);

  useImperativeHandle(
    ref,
    () => ({
      run: () => void preview?.show(source, target, { rerun: true }),
      stop: () => preview?.stop(),
      evaluate: (code) => preview?.evaluate(code) ?? false,
    }),
    [preview, source, target],
  );

  return <div ref={container} className="relative size-full overflow-hidden bg-page" />;
}
