import type { AdminSource } from '../../api/admin-client.ts';
import * as texts from '../../texts.ts';
import { AdminFrame } from '../admin-frame.tsx';
import { UserManagement } from './user-management.tsx';

/** User Management as a dialog of its own (specification: Dialogs); the Admin Panel has it in a tab. */
export default function UsersDialog({ source, onClose }: { source: AdminSource; onClose: () => void }) {
  return (
    <AdminFrame
      title={texts.userManagement}
      source={source}
      onClose={onClose}
      render={(guarded) => <UserManagement source={guarded} />}
    />
  );
}
