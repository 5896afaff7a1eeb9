import type { HostMessage, RunnerMessage } from '@studio/contract/preview';
import { previewSandbox } from '@studio/contract/sandbox-frame';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { createFloodGauge } from '@/lib/frames/flood-gauge.ts';
import { frameAround } from '@/lib/frames/frame-around.ts';
import { createRateGauge } from '@/lib/rate-gauge.ts';
import { classes } from '@/ui/classes.ts';
import * as texts from '../../dialog-texts.ts';
import { newPictures } from '../../model/new-pictures.ts';

/** In ms: a page that has loaded again and does not answer by then is of another site; as in embeds. */
const responseDeadlineMs = 2_000;

interface CardPictureProps {
  projectId: string;
  cardUrl: string;
  title: string;
  /** Runs its scripts until it leaves the view, or endlessly reloads itself, leaves for another site or sends messages. */
  running: boolean;
  onLeave: () => void;
}

/** A project's HTML and CSS at 0.75, while in view (specification: Project cards); with scripts while `running`. */
export function CardPicture({ projectId, cardUrl, title, running, onLeave }: CardPictureProps) {
  const place = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const isShown = useVisibleCard(place, onLeave);
  const [loaded, setLoaded] = useState<string | null>(null);
  const address = cardAddress(cardUrl, location, { run: running });
  const pictures = useStore(newPictures, (counts) => counts[projectId] ?? 0);
  const page = running ? address : `${address} ${pictures}`;
  const loadedAgain = useRef<() => void>(null);
  useEffect(() => {
    if (!running) return;
    const returnsTooOften = createRateGauge(5, 2_000);
    const leavesTooOften = createRateGauge(3, 10_000);
    const messages = createFloodGauge();
    const { origin } = new URL(address);
    let leaving: ReturnType<typeof setTimeout> | undefined;
    function bringBack(tooOften: () => boolean, ownAddress = '') {
      if (tooOften()) onLeave();
      else if (frame.current) {
        setLoaded(null);
        // Not by `src`, which would add an entry to the history that Back could never leave.
        frame.current.contentWindow?.location.replace(`${address}#${ownAddress}`);
      }
    }
    // A page that has loaded itself again is an empty runner. Its query and fragment go into the fragment, as in embeds.
    function onMessage(event: MessageEvent<RunnerMessage | null>) {
      if (!frame.current) return;
      const around = frameAround(event.source, [{ element: frame.current }]);
      // Those of a frame that has been removed may be another card's, which was stopped.
      if (around === undefined || (!around && event.origin !== origin && event.origin !== 'null')) return;
      const isOwn = event.source === frame.current.contentWindow;
      // Messages of frames inside the project are not read, but count towards a flood.
      const read = messages.read(() => (isOwn ? event.data : null));
      // At once: the messages would delay a later update.
      if (read.flooded) return flushSync(onLeave);
      if (isOwn) clearTimeout(leaving);
      if (read.message?.type === 'studio:ready') bringBack(returnsTooOften, read.message.address ?? '');
    }
    loadedAgain.current = () => {
      clearTimeout(leaving);
      leaving = setTimeout(() => bringBack(leavesTooOften), responseDeadlineMs);
      const ping: HostMessage = { type: 'studio:ping', at: 0 };
      frame.current?.contentWindow?.postMessage(ping, '*');
    };
    window.addEventListener('message', onMessage);
    return () => {
      clearTimeout(leaving);
      loadedAgain.current = null;
      window.removeEventListener('message', onMessage);
    };
  }, [running, address, onLeave]);
  return (
    <div
      ref={place}
      inert={!running}
      className={classes(
        running && 'z-1',
        'relative aspect-[8/5] overflow-hidden rounded-md border border-line bg-page',
        isShown && loaded !== page && 'animate-pulse',
      )}
    >
      {isShown && (
        <iframe
          ref={frame}
          key={page}
          src={address}
          title={running ? texts.previewOf(bidiIsolate(title)) : ''}
          aria-hidden={!running}
          sandbox={running ? previewSandbox : ''}
          referrerPolicy="origin"
          loading="lazy"
          onLoad={() => {
            if (loaded === page) loadedAgain.current?.();
            setLoaded(page);
          }}
          className="absolute top-0 left-0 size-[133.34%] origin-top-left scale-75 border-0"
        />
      )}
    </div>
  );
}

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The address of a card's picture for this browser. Names under `localhost` work only on the studio's own machine;
 * elsewhere the sandbox port of this page's host serves it, too (specification: Isolation).
 */
export function cardAddress(cardUrl: string, openedBy: Location, { run }: { run: boolean }): string {
  const address = new URL(cardUrl);
  if (address.hostname.endsWith('.localhost') && !loopback.includes(openedBy.hostname))
    address.hostname = openedBy.hostname;
  if (run) address.searchParams.set('run', '1');
  return address.href;
}

const shownCards = createVisibleCards();

/** Whether the card at this place may show its page now; `onLeave` is called when it has left the view. */
function useVisibleCard(place: RefObject<HTMLElement | null>, onLeave: () => void): boolean {
  const [isShown, setShown] = useState(false);
  const left = useRef(onLeave);
  useEffect(() => {
    left.current = onLeave;
  });
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let leave: (() => void) | null = null;
    const observer = new IntersectionObserver((entries) => {
      const inView = entries.at(-1)?.isIntersecting === true;
      if (inView) leave ??= shownCards.enter(setShown);
      else if (leave) {
        leave();
        leave = null;
        left.current();
      }
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      leave?.();
    };
  }, [place]);
  return isShown;
}

/** The most pages that a list shows at one time, even on a large screen. */
const limit = 12;

/** Limits the cards in view that show a page, to those that came into view first. */
interface VisibleCards {
  /** Adds a card that has come into view. Call the returned function when it has left the view or is unmounted. */
  enter(onTurn: (isShown: boolean) => void): () => void;
}

export function createVisibleCards(): VisibleCards {
  const inView: ((isShown: boolean) => void)[] = [];
  return {
    enter(onTurn) {
      inView.push(onTurn);
      onTurn(inView.length <= limit);
      return () => {
        const place = inView.indexOf(onTurn);
        if (place < 0) return;
        inView.splice(place, 1);
        onTurn(false);
        if (place < limit) inView[limit - 1]?.(true);
      };
    },
  };
}
