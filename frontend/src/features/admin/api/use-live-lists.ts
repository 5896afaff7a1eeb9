import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { browserTime } from '@/lib/time.ts';
import { gather } from '../model/throttle.ts';
import { type AdminSource, adminKey } from './admin-client.ts';

/** Milliseconds: of many events in a row, the lists are fetched anew for all at once. */
const eventsGathered = 1_000;

/** Keeps what is shown as the server has it: asked for anew when anything has happened, and after a gap. */
export function useLiveLists({ socket }: AdminSource): void {
  const client = useQueryClient();
  useEffect(() => {
    const askAnew = async () => {
      // A first answer that is on its way may be older than what has happened; it would not be asked for again.
      await client.cancelQueries({ queryKey: [adminKey] });
      await client.invalidateQueries({ queryKey: [adminKey] });
    };
    const lists = gather(browserTime, eventsGathered, () => void askAnew());
    const stops = [socket.on('moderation:event', lists.call), socket.on('connect', lists.call)];
    return () => {
      lists.cancel();
      for (const stop of stops) stop();
    };
  }, [client, socket]);
}
