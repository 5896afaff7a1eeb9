import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { DialogLoading } from '@/ui/dialogs/dialog-loading.tsx';
import { ChunkBoundary, lazyPart } from '@/ui/lazy-part.tsx';
import { adminPanel, closeAdminPanel, openAdminPanel } from './open-dialogs.ts';
import type { PageServices } from './page-services.ts';

const AdminLayer = lazyPart(() => import('./routes/admin-layer.tsx'));

/** The admin area above every page. It closes if the user stops being an admin. */
export function AdminOverlay({ services }: { services: PageServices }) {
  const user = useStore(services.session, (session) => session.user);
  const isOpen = useStore(adminPanel, ({ tab }) => tab !== null);
  const [failed, setFailed] = useState(false);
  // After a failed load, opening it tries again.
  useEffect(() => {
    if (isOpen) setFailed(false);
  }, [isOpen]);
  if (!user || !(isOpen || (user.isAdmin && !failed))) return null;
  return (
    <ChunkBoundary
      key={user.id}
      onFailure={() => {
        setFailed(true);
        closeAdminPanel();
      }}
      fallback={isOpen && <DialogLoading onCancel={closeAdminPanel} />}
    >
      <AdminLayer services={services} userId={user.id} />
    </ChunkBoundary>
  );
}

// Loaded on demand: only admins need it.
const ModerationButton = lazyPart(() => import('@/features/admin/components/moderation-button.tsx'));

/** The header's button for the reports; renders nothing for other users. */
export function ModerationAccess({ session }: Pick<PageServices, 'session'>) {
  const isAdmin = useStore(session, ({ user }) => user?.isAdmin === true);
  const unread = useStore(adminPanel, (area) => area.unread);
  return (
    isAdmin && (
      <ChunkBoundary onFailure={() => undefined}>
        <ModerationButton unread={unread} onOpen={() => openAdminPanel('reports')} />
      </ChunkBoundary>
    )
  );
}
