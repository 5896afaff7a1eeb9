import type { ConsoleEntry } from '@studio/contract/console';
import type { CompileTarget } from '@studio/engine/compile';
import type { Problem } from '@studio/engine/problem';
import { RefreshCw } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { IconButton } from '@/ui/button.tsx';
import type { PreviewWork } from '../model/live-preview.ts';
import type { PreviewStatus } from '../model/live-preview-state.ts';
import type { PreviewSource } from '../model/preview-channel.ts';
import * as texts from '../status-texts.ts';
import PreviewBar from './preview-bar.tsx';
import PreviewPlaceholder from './preview-placeholder.tsx';
import { type PreviewHandle, PreviewView, Working } from './preview-view.tsx';
import { StopButton } from './stop-button.tsx';

interface FullPreviewProps {
  projectKey: string;
  /** The project's current key, which its first save changes; the running page is kept then. */
  presentKey?: string;
  sandboxUrl: string;
  /** In its header, before the heading. */
  prefix?: string;
  heading: string;
  live: PreviewSource;
  target: CompileTarget;
  /** The menu at the end of its header. */
  menu: ReactNode;
}

/** The full-pane mode in a separate window (specification: Pages). */
export function FullPreview(props: FullPreviewProps) {
  const { projectKey, presentKey = projectKey, sandboxUrl, prefix, heading, live, target, menu } = props;
  const handle = useRef<PreviewHandle>(null);
  const [status, setStatus] = useState<PreviewStatus>('starting');
  const [problems, setProblems] = useState<Problem[]>([]);
  const [work, setWork] = useState<PreviewWork | null>(null);
  return (
    <div className="flex h-full flex-col">
      {/* On a phone a longer menu goes on below the heading. */}
      <header className="flex min-h-bar shrink-0 flex-wrap items-center gap-x-1 border-line border-b bg-panel px-3">
        <h1 className="flex min-w-[min(100%,11rem)] flex-1 font-medium">
          {prefix && <span className="whitespace-pre">{prefix}</span>}
          {/* An element of its own: one that reads from right to left is cut off at its end, too. */}
          <span dir="auto" title={heading} className="truncate">
            {heading}
          </span>
        </h1>
        {work && <Working work={work} />}
        {status === 'unresponsive' && <StopButton onStop={() => handle.current?.stop()} />}
        <IconButton label={texts.refresh} icon={RefreshCw} onClick={() => handle.current?.run()} />
        {menu}
      </header>
      <main className="relative min-h-0 flex-1">
        <PreviewView
          ref={handle}
          projectKey={projectKey}
          presentKey={presentKey}
          sandboxUrl={sandboxUrl}
          source={live.source}
          written={() => live.source}
          autoRun
          onShow={nothing}
          onBehind={nothing}
          target={target}
          onProblems={setProblems}
          onConsole={noticeToBrowser}
          onRun={nothing}
          onStatus={setStatus}
          onWork={setWork}
          onPackages={nothing}
        />
        <div aria-live="polite">
          <PreviewPlaceholder status={status} onRun={() => handle.current?.run()} isAlone />
        </div>
        <div aria-live="polite">
          <PreviewBar problems={problems} behind={false} onRun={nothing} onReveal={null} />
        </div>
      </main>
    </div>
  );
}

function nothing(): void {}

/** This window has no console panel, and the browser's own console has the page's output already. */
function noticeToBrowser({ level, args, kind }: ConsoleEntry): void {
  if (kind === 'notice' && (level === 'warn' || level === 'error')) console.warn(...args);
}
