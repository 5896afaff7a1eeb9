import { useStore } from 'zustand';
import { ChunkBoundary, lazyPart } from '@/ui/lazy-part.tsx';
import { adminPanel, openAdminPanel } from './open-dialogs.ts';
import type { Studio } from './studio.ts';

// For admins alone, so it need not come with the page.
const ModerationButton = lazyPart(() => import('@/features/admin/components/moderation-button.tsx'));

/** The header's way to the reports; nothing for whoever is no admin. */
export function ModerationAccess({ session }: Pick<Studio, 'session'>) {
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
