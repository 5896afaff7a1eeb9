import { durations } from '@studio/contract/durations';
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useStore } from 'zustand';
import { browserTime } from '@/lib/time.ts';
import { Dialog } from '@/ui/dialogs/dialog.tsx';
import { toast } from '@/ui/toast/toast.ts';
import { type AdminSource, adminKey, callAsAdmin, createAdminClient } from '../api/admin-client.ts';
import { throttle } from '../model/throttle.ts';
import * as texts from '../texts.ts';

interface AdminFrameProps {
  title: string;
  source: AdminSource;
  onClose: () => void;
  /** The content, as long as the user is an admin. */
  render: (source: AdminSource, userId: string) => ReactNode;
}

/** A dialog for admins, with live lists. It closes with a toast as soon as the admin right is revoked. */
export function AdminFrame(props: AdminFrameProps) {
  const [client] = useState(createAdminClient);
  return (
    <QueryClientProvider client={client}>
      <Guarded {...props} />
    </QueryClientProvider>
  );
}

function Guarded({ title, source, onClose, render }: AdminFrameProps) {
  const [guarded] = useState(() => ({ ...source, call: callAsAdmin(source) }));
  useLiveLists(guarded);
  const user = useStore(source.session, (state) => state.user);
  const isAdmin = user?.isAdmin === true;
  const leave = useEffectEvent(() => {
    onClose();
    if (user) toast({ title: texts.noLongerAdmin, description: texts.adminAreaClosed });
  });
  useEffect(() => {
    if (!isAdmin) leave();
  }, [isAdmin]);
  if (!isAdmin) return null;
  return (
    <Dialog title={title} width="wide" onClose={onClose}>
      {render(guarded, user.id)}
    </Dialog>
  );
}

/** Milliseconds: the lists are reloaded at most this often, however many events arrive. */
const refreshIntervalMs = 1_000;

/**
 * Reloads what is visible after every moderation event, after a reconnect, and before the addresses of projects' pictures
 * expire.
 */
export function useLiveLists({ socket }: AdminSource): void {
  const client = useQueryClient();
  useEffect(() => {
    let isWaiting = false;
    const refetchAll = async () => {
      if (isWaiting) return;
      isWaiting = true;
      // A pending request may return data from before the event, so it is repeated; but only after it has ended, or
      // events in close succession would keep a slow list from ever being loaded.
      const pending = { queryKey: [adminKey], fetchStatus: 'fetching' } as const;
      await client.refetchQueries(pending, { cancelRefetch: false });
      isWaiting = false;
      await client.invalidateQueries({ queryKey: [adminKey] });
    };
    const lists = throttle(browserTime, refreshIntervalMs, () => void refetchAll());
    const stops = [socket.on('moderation:event', lists.call), socket.on('connect', lists.call)];
    const expiry = setInterval(lists.call, durations.moderatorCardUrl / 2);
    return () => {
      clearInterval(expiry);
      lists.cancel();
      for (const stop of stops) stop();
    };
  }, [client, socket]);
}
