import { previewSandbox } from '@studio/contract/preview';
import { useRef, useState } from 'react';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { classes } from '@/ui/classes.ts';
import * as texts from '../../dialog-texts.ts';
import { useVisibleCard } from './use-visible-card.ts';

interface CardPictureProps {
  cardUrl: string;
  title: string;
  /** Its scripts run, until it leaves the view. */
  running: boolean;
  onLeave: () => void;
}

/** What HTML and CSS show of a project, at 0.75, while it is in view (specification: Project cards); with its scripts when asked for. */
export function CardPicture({ cardUrl, title, running, onLeave }: CardPictureProps) {
  const place = useRef<HTMLDivElement>(null);
  const isShown = useVisibleCard(place, onLeave);
  const [loaded, setLoaded] = useState<string | null>(null);
  const address = cardAddress(cardUrl, location, { run: running });
  return (
    <div
      ref={place}
      inert={!running}
      className={classes(
        running && 'z-1',
        'relative aspect-[8/5] overflow-hidden rounded-md border border-line bg-page',
        isShown && loaded !== address && 'animate-pulse',
      )}
    >
      {isShown && (
        <iframe
          key={address}
          src={address}
          title={running ? texts.previewOf(bidiIsolate(title)) : ''}
          aria-hidden={!running}
          sandbox={running ? previewSandbox : ''}
          referrerPolicy="origin"
          loading="lazy"
          onLoad={() => setLoaded(address)}
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
