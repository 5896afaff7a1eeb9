import { useStore } from 'zustand';
import { Dialog } from '@/ui/dialogs/dialog.tsx';
import type { ProfileSource } from '../model/profile-source.ts';
import * as texts from '../texts.ts';
import { AvatarPicker } from './avatar-picker.tsx';
import { PasswordForm } from './password-form.tsx';
import { Statistics } from './statistics.tsx';

interface ProfileDialogProps {
  source: ProfileSource;
  onClose: () => void;
}

/** The signed-in person's own profile (SPEC 2 Dialogs): avatar, statistics and, for local accounts, the password. */
export default function ProfileDialog({ source, onClose }: ProfileDialogProps) {
  const user = useStore(source.session, (state) => state.user);
  if (!user) return null;
  return (
    <Dialog title={texts.userProfile} onClose={onClose}>
      <div className="grid gap-6 overflow-auto p-4">
        <AvatarPicker source={source} user={user} />
        <Statistics call={source.call} />
        {user.hasPassword && <PasswordForm call={source.call} username={user.email} />}
      </div>
    </Dialog>
  );
}
