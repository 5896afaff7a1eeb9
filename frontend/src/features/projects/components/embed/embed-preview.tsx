import { embedSandbox } from '@studio/contract/embed';
import { useLayoutEffect, useRef, useState } from 'react';
import { FailedState } from '@/ui/lists/list-states.tsx';
import { Skeleton } from '@/ui/progress-indicators.tsx';
import * as texts from '../../dialog-texts.ts';
import { embedSize, pageWidth } from './embed-snippet.ts';

interface EmbedPreviewProps {
  /** Of the embed, with its options. */
  address: string;
  /** As the snippet has them. */
  width: string;
  height: string;
}

/** CSS pixels that the picture may be high. */
const roomBelow = 280;

/**
 * The embed as a page would show it, made smaller where it has to be. It is to be looked at: inert, so that Tab and
 * clicks pass it by.
 */
export function EmbedPreview({ address, width, height }: EmbedPreviewProps) {
  const room = useRef<HTMLDivElement>(null);
  const [roomAcross, setRoomAcross] = useState(0);
  const [attempt, setAttempt] = useState(1);
  const [shown, setShown] = useState<{ key: string; failed: boolean }>();
  const size = embedSize(width, height);
  const scale = Math.min(1, roomAcross / size.width, roomBelow / size.height);
  const key = `${address} ${attempt}`;
  const state = shown?.key === key ? (shown.failed ? 'failed' : 'shown') : 'loading';

  useLayoutEffect(() => {
    const element = room.current;
    if (!element) return undefined;
    const measure = () => setRoomAcross(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return (
    <figure className="grid grid-cols-1 gap-1.5">
      <figcaption className="flex flex-wrap justify-between gap-x-3 text-muted text-sm">
        <span>{texts.preview}</span>
        {state === 'loading' && <span className="sr-only">{texts.loadingPreview}</span>}
        <span className="text-faint tabular-nums">
          {texts.embedSize(size, width.endsWith('%') ? pageWidth : null, scale)}
        </span>
      </figcaption>
      <div ref={room} aria-busy={state === 'loading'}>
        {state === 'failed' ? (
          <FailedState
            title={texts.previewFailed}
            error={new Error(texts.networkError)}
            onRetry={() => setAttempt(attempt + 1)}
          />
        ) : (
          <div
            inert
            className="relative mx-auto overflow-hidden rounded-md border bg-ground"
            style={{ width: size.width * scale, height: size.height * scale }}
          >
            {/* A new frame for each address: one that goes on to the next would fill the way back. */}
            <iframe
              key={key}
              title={texts.embedPreview}
              sandbox={embedSandbox}
              src={address}
              onLoad={({ currentTarget }) => setShown({ key, failed: !isStudioPage(currentTarget) })}
              className="absolute origin-top-left"
              style={{ ...size, transform: `scale(${scale})` }}
            />
            {state === 'loading' && <Skeleton className="absolute inset-0" />}
          </div>
        )}
      </div>
    </figure>
  );
}

/** What the browser shows in place of a page that it could not fetch belongs to nobody. */
function isStudioPage(frame: HTMLIFrameElement): boolean {
  return frame.contentDocument !== null;
}
