import type { ConsoleLevel } from '@studio/contract/preview';
import { buildDocument } from '@studio/engine/build-document';
import type { Source } from '@studio/engine/source';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { previewOrigins } from '../model/origins.ts';
import { PreviewStage, type StageStatus } from '../model/preview-stage.ts';

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
  onConsole(entry: PreviewEntry): void;
  onStatus(status: StageStatus): void;
  ref?: Ref<PreviewHandle>;
}

/** Shows a project as it runs, filling its container, and keeps up with every change. */
export function PreviewStageView({
  projectKey,
  sandboxUrl,
  source,
  onConsole,
  onStatus,
  ref,
}: PreviewStageViewProps) {
  const container = useRef<HTMLDivElement>(null);
  const [stage, setStage] = useState<PreviewStage | null>(null);
  const callbacks = useRef({ onConsole, onStatus });

  useEffect(() => {
    callbacks.current = { onConsole, onStatus };
  });

  useEffect(() => {
    if (!container.current) return;
    const created = new PreviewStage({
      container: container.current,
      origins: previewOrigins(sandboxUrl, projectKey, location),
      onConsole: ({ level, args, timestamp }) =>
        callbacks.current.onConsole({ level, message: args.join(' '), timestamp }),
      onNotice: (level, message) => callbacks.current.onConsole({ level, message, timestamp: Date.now() }),
      onStatus: (status) => callbacks.current.onStatus(status),
    });
    callbacks.current.onStatus('starting');
    setStage(created);
    return () => {
      created.destroy();
      setStage(null);
    };
  }, [projectKey, sandboxUrl]);

  useEffect(() => stage?.show(buildDocument(source)), [stage, source]);

  useImperativeHandle(
    ref,
    () => ({
      run: () => stage?.show(buildDocument(source), { rerun: true }),
      stop: () => stage?.stop(),
    }),
    [stage, source],
  );

  return <div ref={container} className="relative size-full overflow-hidden bg-page" />;
}
