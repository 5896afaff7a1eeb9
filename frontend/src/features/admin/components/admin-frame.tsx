import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useStore } from 'zustand';
import { Dialog } from '@/ui/dialogs/dialog.tsx';
import { toast } from '@/ui/toast/toast.ts';
import { type AdminSource, callAsAdmin, createAdminClient } from '../api/admin-client.ts';
import { useLiveLists } from '../api/use-live-lists.ts';
import * as texts from '../texts.ts';

interface AdminFrameProps {
  title: string;
  source: AdminSource;
  onClose: () => void;
  /** What it shows to an admin, whose calls heed every refusal. */
  render: (source: AdminSource, userId: string) => ReactNode;
}

/** A dialog for admins, with live lists. It closes, and says why, as soon as somebody is none any more. */
export function AdminFrame(props: AdminFrameProps) {
  const [client] = useState(createAdminClient);
  useEffect(() => {
    client.mount();
    return () => client.unmount();
  }, [client]);
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
