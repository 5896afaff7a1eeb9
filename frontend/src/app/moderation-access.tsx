import { useStore } from 'zustand';
import { ModerationButton } from '@/features/admin/components/moderation-button.tsx';
import { adminArea, openAdminPanel } from './admin-area.ts';
import type { Studio } from './studio.ts';

/** The header's way to the reports; nothing for whoever is no admin. */
export function ModerationAccess({ session }: Pick<Studio, 'session'>) {
  const isAdmin = useStore(session, ({ user }) => user?.isAdmin === true);
  const unread = useStore(adminArea, (area) => area.unread);
  return isAdmin && <ModerationButton unread={unread} onOpen={() => openAdminPanel('reports')} />;
}
