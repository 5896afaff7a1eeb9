import { previewSandbox } from '@studio/contract/sandbox-frame';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { classes } from '@/ui/classes.ts';
import * as texts from '../../dialog-texts.ts';
import { useNewPictures } from '../../model/new-pictures.ts';

interface CardPictureProps {
  projectId: string;
  cardUrl: string;
  title: string;
  /** Its scripts run, until it leaves the view. */
  running: boolean;
  onLeave: () => void;
}

/** What HTML and CSS show of a project, at 0.75, while it is in view (specification: Project cards); with its scripts when asked for. */
export function CardPicture({ projectId, cardUrl, title, running, onLeave }: CardPictureProps) {
  const place = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const isShown = useVisibleCard(place, onLeave);
  const [loaded, setLoaded] = useState<string | null>(null);
  const address = cardAddress(cardUrl, location, { run: running });
  const pictures = useNewPictures(projectId);
  const page = running ? address : `${address} ${pictures}`;
  useEffect(() => {
    if (!running) return;
    // A page that has loaded itself again is an empty runner.
    function bringBack({ source, data }: MessageEvent<{ type?: unknown } | null>) {
      if (!frame.current || source !== frame.current.contentWindow) return;
      if (data?.type === 'studio:ready') frame.current.src = address;
    }
    window.addEventListener('message', bringBack);
    return () => window.removeEventListener('message', bringBack);
  }, [running, address]);
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
          onLoad={() => setLoaded(page)}
          className="absolute top-0 left-0 size-[133.34%] origin-top-left scale-75 border-0"
        />
      )}
    </div>
  );
}

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Where this browser finds a card's picture. Names under `localhost` mean nothing on another machine than the studio's:
 * there the sandbox port of the host by which this page was opened has it too (specification: Isolation).
 */
export function cardAddress(cardUrl: string, openedBy: Location, { run }: { run: boolean }): string {
  const address = new URL(cardUrl);
  if (address.hostname.endsWith('.localhost') && !loopback.includes(openedBy.hostname))
    address.hostname = openedBy.hostname;
  if (run) address.searchParams.set('run', '1');
  return address.href;
}

const shownCards = createVisibleCards();

/** Whether the card at this place may show its page now; `onLeave` is told when it has left the view. */
export function useVisibleCard(place: RefObject<HTMLElement | null>, onLeave: () => void): boolean {
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

/** So many pages at most stand in a list at one time, however large the screen is. */
const limit = 12;

/** Which of the cards that are in view may show a page: those that came into view first. */
interface VisibleCards {
  /** A card has come into view. The answer tells that it has left, or is gone. */
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
