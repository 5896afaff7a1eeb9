import type { ConsoleLevel } from '@studio/contract/preview';
import type { CompileTarget } from '@studio/engine/compile';
import type { Problem } from '@studio/engine/problem';
import type { Source } from '@studio/engine/source';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { createLivePreview, type LivePreview } from '../model/live-preview.ts';
import { previewOrigins } from '../model/origins.ts';
import type { StageStatus } from '../model/preview-stage.ts';

export interface PreviewEntry {
  level: ConsoleLevel;
  message: string;
  /** Milliseconds since 1970. */
  timestamp: number;
}

/** What the page around a preview can ask of it. */
export interface PreviewHandle {
  /** Runs the project anew, whether or not it changed. */
  run(): void;
  /** Ends whatever runs. */
  stop(): void;
}

export interface PreviewStageViewProps {
  /** A different project gets an origin, and so a storage, of its own. */
  projectKey: string;
  /** `SANDBOX_URL` with `{id}`. */
  sandboxUrl: string;
  source: Source;
  /** How the project is compiled; the same object while nothing changes. */
  target: CompileTarget;
  onConsole(entry: PreviewEntry): void;
  onStatus(status: StageStatus): void;
  /** What the compilers say of the newest source; empty once all is well. The last good page stays up meanwhile. */
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
    if (!container.current) return;
    const created = createLivePreview({
      container: container.current,
      origins: previewOrigins(sandboxUrl, projectKey, location),
      onConsole: ({ level, args, timestamp }) =>
        callbacks.current.onConsole({ level, message: args.join(' '), timestamp }),
      onNotice: (level, message) => callbacks.current.onConsole({ level, message, timestamp: Date.now() }),
      onStatus: (status) => callbacks.current.onStatus(status),
      onProblems: (problems) => callbacks.current.onProblems(problems),
      onCompiling: (compiling) => callbacks.current.onCompiling(compiling),
    });
    callbacks.current.onStatus('starting');
    setPreview(created);
    return () => {
      created.destroy();
      setPreview(null);
    };
  }, [projectKey, sandboxUrl]);

  useEffect(() => void preview?.show(source, target), [preview, source, target]);

  useImperativeHandle(
    ref,
    () => ({
      run: () => void preview?.show(source, target, { rerun: true }),
      stop: () => preview?.stop(),
    }),
    [preview, source, target],
  );

  return <div ref={container} className="relative size-full overflow-hidden bg-page" />;
}
