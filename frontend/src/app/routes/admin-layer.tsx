import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { callAsAdmin } from '@/features/admin/api/admin-client.ts';
import { createActivityStore } from '@/features/admin/model/activity-store.ts';
import { announceReports } from '@/features/admin/model/announce-reports.ts';
import { browserTime } from '@/lib/time.ts';
import { DialogLoading } from '@/ui/dialogs/dialog-loading.tsx';
import { ChunkBoundary, lazyPart } from '@/ui/lazy-part.tsx';
import { adminPanel, closeAdminPanel, openAdminPanel } from '../open-dialogs.ts';
import type { PageServices } from '../page-services.ts';

const AdminPanel = lazyPart(() => import('./admin-panel.tsx'));

interface AdminLayerProps {
  services: PageServices;
  userId: string;
}

/** For admins, on every page: counts moderation events, announces reports, and opens the Admin Panel. */
export default function AdminLayer({ services, userId }: AdminLayerProps) {
  const tab = useStore(adminPanel, (area) => area.tab);
  const [activity] = useState(() =>
    createActivityStore({ ...services, call: callAsAdmin(services), time: browserTime, userId }),
  );

  useEffect(() => {
    const count = () => adminPanel.setState({ unread: activity.unread() });
    const stops = [
      activity.subscribe(count),
      activity.start(),
      announceReports({
        socket: services.socket,
        time: browserTime,
        userId,
        onReview: () => openAdminPanel('reports'),
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      adminPanel.setState({ tab: null, unread: 0 });
    };
  }, [activity, services, userId]);

  return (
    tab !== null && (
      <ChunkBoundary onFailure={closeAdminPanel} fallback={<DialogLoading onCancel={closeAdminPanel} />}>
        <AdminPanel
          services={services}
          activity={activity}
          tab={tab}
          onTab={openAdminPanel}
          onClose={closeAdminPanel}
        />
      </ChunkBoundary>
    )
  );
}
