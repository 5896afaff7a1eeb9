import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { browserTime } from '@/lib/time.ts';
import { gather } from '../model/gather.ts';
import { type AdminSource, adminKey, rereadAccount } from './admin-source.ts';

/** Milliseconds: of many events in a row, the lists are fetched anew for all at once. */
const eventsGathered = 1_000;

/** Keeps what is shown as the server has it: asked for anew when anything has happened, and after a gap. */
export function useLiveLists({ call, socket, session }: AdminSource): void {
  const client = useQueryClient();
  useEffect(() => {
    const lists = gather(
      browserTime,
      eventsGathered,
      () => void client.invalidateQueries({ queryKey: [adminKey] }),
    );
    const stops = [
      socket.on('moderation:event', ({ type, subject }) => {
        lists.call();
        if (type === 'user-admin-changed' && subject.id === session.getState().user?.id)
          void rereadAccount({ call, session });
      }),
      socket.on('connect', lists.call),
    ];
    return () => {
      lists.cancel();
      for (const stop of stops) stop();
    };
  }, [client, call, socket, session]);
}
