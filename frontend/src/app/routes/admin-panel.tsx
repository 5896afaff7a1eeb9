import AdminDialog from '@/features/admin/components/admin-dialog.tsx';
import type { Lent } from '@/features/admin/components/lent.ts';
import { CardPicture } from '@/features/projects/components/card-picture.tsx';
import { ProjectDifference } from '@/features/projects/components/project-difference.tsx';
import type { Studio } from '../studio.ts';
import { SourceDifference } from './source-difference.tsx';

/** Drawn by the features that have them: pictures of projects, and how two of their states differ. */
const lent: Lent = {
  CardPicture,
  Difference: ({ before, after }) => (
    <ProjectDifference before={before} after={after} SourceDifference={SourceDifference} />
  ),
};

/** The Admin Panel with what other features lend it. */
export default function AdminPanel({ studio, onClose }: { studio: Studio; onClose: () => void }) {
  return <AdminDialog source={studio} lent={lent} onClose={onClose} />;
}
