import type { AdminTab } from '@/features/admin/components/admin-dialog.tsx';
import AdminDialog from '@/features/admin/components/admin-dialog.tsx';
import type { InjectedComponents } from '@/features/admin/components/injected-components.ts';
import type { ActivityStore } from '@/features/admin/model/activity-store.ts';
import { ProjectDifference } from '@/features/projects/components/dialogs/project-difference.tsx';
import { CardPicture } from '@/features/projects/components/lists/card-picture.tsx';
import type { PageServices } from '../page-services.ts';
import { SourceDifference } from './source-difference.tsx';

/** Components of other features: pictures of projects, and differences between their states. */
const injected: InjectedComponents = {
  CardPicture,
  Difference: ({ before, after }) => (
    <ProjectDifference before={before} after={after} SourceDifference={SourceDifference} />
  ),
};

interface AdminPanelProps {
  services: PageServices;
  activity: ActivityStore;
  tab: AdminTab;
  onTab: (tab: AdminTab) => void;
  onClose: () => void;
}

/** The Admin Panel with components of other features. */
export default function AdminPanel({ services, ...rest }: AdminPanelProps) {
  return <AdminDialog source={services} injected={injected} {...rest} />;
}
