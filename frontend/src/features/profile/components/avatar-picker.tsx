import { accountRoutes } from '@studio/contract/http/accounts';
import type { User } from '@studio/contract/http/auth';
import { useState } from 'react';
import { Avatar } from '@/ui/avatar.tsx';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/toast/toast.ts';
import type { ProfileSource } from '../model/profile-source.ts';
import { randomAvatar } from '../model/random-avatar.ts';
import * as texts from '../texts.ts';

/** Who somebody is, with their picture: random ones can be looked at before one is kept (SPEC 7). */
export function AvatarPicker({ source, user }: { source: ProfileSource; user: User }) {
  const { call, session, config } = source;
  const [offered, setOffered] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const keep = async (avatar: string) => {
    setBusy(true);
    const answer = await call(accountRoutes.updateMe, { body: { avatar } });
    setBusy(false);
    if (!answer.ok) {
      toast({ title: texts.avatarUpdateFailed, description: answer.error.message, tone: 'danger' });
      return;
    }
    session.renew(answer.data);
    setOffered(null);
    toast({ title: texts.avatarUpdated });
  };

  return (
    <section className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <Avatar picture={offered ?? user.avatar} name={user.username} className="size-20 text-xl" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="truncate font-semibold text-lg">{user.username}</p>
        <p className="truncate text-muted">{user.email}</p>
        <p className="text-faint text-sm">{texts.memberSince(dateOf(user.createdAt))}</p>
      </div>
      <div className="flex basis-full flex-wrap gap-2">
        <Button onClick={() => setOffered(randomAvatar(config))}>
          {offered === null ? texts.changeAvatar : texts.anotherAvatar}
        </Button>
        {offered !== null && (
          <>
            <Button look="primary" busy={busy} onClick={() => keep(offered)}>
              {texts.keepAvatar}
            </Button>
            <Button onClick={() => setOffered(null)}>{texts.cancel}</Button>
          </>
        )}
      </div>
    </section>
  );
}

function dateOf(timestamp: string): string {
  return new Date(timestamp).toLocaleDateString(undefined, { dateStyle: 'long' });
}
