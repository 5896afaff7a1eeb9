import type { ModerationEvent } from '@studio/contract/http/activity';
import { Activity } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { Button } from '@/ui/button.tsx';
import { classes } from '@/ui/classes.ts';
import { EmptyState, FailedState, Skeleton } from '@/ui/lists/list-states.tsx';
import { Moment } from '@/ui/moment.tsx';
import type { ActivityStore } from '../model/activity-store.ts';
import * as texts from '../texts.ts';

/** Moderation events of the last 30 days, the latest first. Showing them marks them as seen. */
export function ActivityFeed({ store }: { store: ActivityStore }) {
  const { events, hasOlder, loading, error, seen } = useStore(store);
  const [seenBefore] = useState(seen?.at ?? '');
  const newest = events?.[0];
  const region = useRef<HTMLDivElement>(null);
  const showOlder = async () => {
    await store.showOlder();
    // The button goes with the last page, and leaves the focus to what is around it.
    if (document.activeElement?.contains(region.current)) region.current?.focus();
  };
  useEffect(() => {
    if (newest) store.markSeen(newest);
  }, [store, newest]);

  if (!events && error) {
    return <FailedState title={texts.loadFailed} error={error} onRetry={store.refresh} />;
  }
  if (!events) {
    return (
      <div className="grid gap-2 p-4">
        <p className="sr-only">{texts.loadingActivity}</p>
        {places.map((place) => (
          <Skeleton key={place} className="h-8 w-full" />
        ))}
      </div>
    );
  }
  if (events.length === 0) {
    return <EmptyState icon={Activity} title={texts.noActivity} />;
  }
  return (
    <div
      ref={region}
      role="region"
      aria-label={texts.activity}
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto py-2"
    >
      <ol>
        {events.map((event) => (
          <Line key={event.id} event={event} isNew={event.at > seenBefore} />
        ))}
      </ol>
      {hasOlder && (
        <div className="flex justify-center p-3">
          <Button busy={loading} onClick={showOlder}>
            {texts.showOlder}
          </Button>
        </div>
      )}
    </div>
  );
}

function Line({ event, isNew }: { event: ModerationEvent; isNew: boolean }) {
  const { actor, type, subject, at } = event;
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 border-b px-4 py-2">
      <span className={classes('min-w-0 flex-1 basis-60 break-words', isNew && 'font-medium')}>
        {bidiIsolate(texts.actorName(actor))} <span className="text-muted">{texts.eventVerbs[type]}</span>{' '}
        {bidiIsolate(subject.name)}
      </span>
      <span className="text-faint text-sm">
        <Moment at={at} />
      </span>
    </li>
  );
}

const places = ['a', 'b', 'c', 'd', 'e', 'f'];
