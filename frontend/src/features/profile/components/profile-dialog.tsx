import { accountRoutes, avatarStyles } from '@studio/contract/http/accounts';
import type { User } from '@studio/contract/http/auth';
import type { StudioConfig } from '@studio/contract/http/studio';
import { type UserStats, userRoutes } from '@studio/contract/http/users';
import { limits } from '@studio/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { nanoid } from 'nanoid';
import { type FormEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { SessionStore } from '@/lib/browser-session.ts';
import { numberText } from '@/lib/count-of.ts';
import { dataOrThrow } from '@/lib/data-or-throw.ts';
import { formatUsage } from '@/lib/files/file-size.ts';
import { type ApiError, type Call, mayHaveArrived } from '@/lib/http-client.ts';
import { useOwnQueryClient } from '@/lib/query-client.ts';
import { Avatar } from '@/ui/avatar.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialogs/dialog.tsx';
import { Switch } from '@/ui/fields/switch.tsx';
import { TextField } from '@/ui/fields/text-field.tsx';
import { FailedState, Skeleton } from '@/ui/lists/list-states.tsx';
import { toast } from '@/ui/toast/toast.ts';
import * as texts from '../texts.ts';

interface ProfileDialogProps {
  source: ProfileSource;
  onClose: () => void;
}

/** The signed-in user's profile (specification: Dialogs): avatar, statistics and, for local accounts, the password. */
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

const figures: { label: string; of: (stats: UserStats) => number }[] = [
  { label: texts.projects, of: ({ projects }) => projects },
  { label: texts.publicProjects, of: ({ publicProjects }) => publicProjects },
  { label: texts.likesReceived, of: ({ likesReceived }) => likesReceived },
  { label: texts.views, of: ({ views }) => views },
  { label: texts.forks, of: ({ forks }) => forks },
  { label: texts.files, of: ({ storage }) => storage.assetCount },
];

/** The user's statistics (specification: Dialogs), loaded when the profile opens. */
function Statistics({ call }: { call: Call }) {
  const { data, error, isFetching, refetch } = useQuery(
    { queryKey: ['stats'], queryFn: ({ signal }) => readStats(call, signal) },
    useOwnQueryClient(),
  );
  return (
    <section aria-labelledby="statistics" aria-busy={isFetching} className="grid gap-2">
      <h3 id="statistics" className="font-semibold">
        {texts.statistics}
      </h3>
      {!data && error ? (
        <FailedState title={texts.statisticsFailed} error={error} onRetry={refetch} />
      ) : (
        <>
          {!data && <p className="sr-only">{texts.loadingStatistics}</p>}
          <dl className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-2">
            {figures.map(({ label, of }) => (
              <div key={label} className="flex flex-col-reverse rounded-lg border bg-raised px-3 py-2">
                <dt className="text-muted text-sm">{label}</dt>
                <dd className="flex h-7 items-center font-semibold text-xl tabular-nums">
                  {data ? numberText(of(data)) : <Skeleton className="h-5 w-10" />}
                </dd>
              </div>
            ))}
          </dl>
          <div className="grid gap-1.5 pt-1">
            <div className="flex justify-between gap-2 text-sm">
              <span className="text-muted">{texts.storage}</span>
              {data ? <span>{formatUsage(data.storage)}</span> : <Skeleton className="h-4 w-36" />}
            </div>
            <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-chosen">
              <div className="h-full bg-accent" style={{ width: data ? percent(data.storage) : 0 }} />
            </div>
          </div>
        </>
      )}
    </section>
  );
}

function percent({ totalUsed, totalLimit }: UserStats['storage']): string {
  return `${Math.min(100, (totalUsed / totalLimit) * 100)}%`;
}

async function readStats(call: Call, signal: AbortSignal): Promise<UserStats> {
  return dataOrThrow(await call(userRoutes.userStats, { signal }));
}

/** The user's data and avatar; random avatars can be previewed before one is saved (specification: Avatars). */
function AvatarPicker({ source, user }: { source: ProfileSource; user: User }) {
  const { call, session, config } = source;
  const [offered, setOffered] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const buttons = useRef<HTMLDivElement>(null);

  /** Moves the focus from a button that goes to the one that stays. */
  const endOffer = () => {
    if (buttons.current?.contains(document.activeElement)) buttons.current.querySelector('button')?.focus();
    setOffered(null);
  };

  const keep = async (avatar: string) => {
    setBusy(true);
    const response = await call(accountRoutes.updateMe, { body: { avatar } });
    setBusy(false);
    if (!response.ok) {
      toast({ title: texts.avatarUpdateFailed, description: response.error.message, tone: 'danger' });
      return;
    }
    session.renew(response.data);
    endOffer();
    toast({ title: texts.avatarUpdated });
  };

  return (
    <section className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <Avatar picture={offered ?? user.avatar} name={user.username} className="size-20 text-xl" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="wrap-anywhere font-semibold text-lg">{user.username}</p>
        <p className="wrap-anywhere text-muted">{user.email}</p>
        <p className="text-faint text-sm">{texts.memberSince(dateOf(user.createdAt))}</p>
      </div>
      <div ref={buttons} className="flex basis-full flex-wrap gap-2">
        <Button onClick={() => setOffered(randomAvatar(config))}>
          {offered === null ? texts.changeAvatar : texts.anotherAvatar}
        </Button>
        {offered !== null && (
          <>
            <Button look="primary" busy={busy} onClick={() => keep(offered)}>
              {texts.keepAvatar}
            </Button>
            <Button onClick={endOffer}>{texts.cancel}</Button>
          </>
        )}
      </div>
    </section>
  );
}

function dateOf(timestamp: string): string {
  return new Date(timestamp).toLocaleDateString(undefined, { dateStyle: 'long' });
}

/** The services that the profile uses. */
export interface ProfileSource {
  call: Call;
  session: SessionStore;
  config: AvatarService;
}

export type AvatarService = Pick<StudioConfig, 'assetsUrl' | 'avatarUrl'>;

/** A URL of a random picture (specification: Avatars). AVATAR_URL has the same paths as DiceBear's service. */
function randomAvatar({ assetsUrl, avatarUrl }: AvatarService): string {
  const style = avatarStyles[Math.floor(Math.random() * avatarStyles.length)];
  const seed = nanoid(12);
  return avatarUrl === null
    ? `${assetsUrl}/avatars/${style}/${seed}.svg`
    : `${avatarUrl.replace(/\/+$/, '')}/${style}/svg?seed=${seed}`;
}

const empty = { currentPassword: '', newPassword: '' };

interface PasswordFormProps {
  call: Call;
  /** The name used for signing in, for password managers. */
  username: string;
}

/** A new password for a local account; the account's other sessions end (specification: Session). */
function PasswordForm({ call, username }: PasswordFormProps) {
  const [given, setGiven] = useState(empty);
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  /** The response to an attempt was lost, so the password may be the new one already. */
  const [mayBeChanged, setMayBeChanged] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const response = await call(accountRoutes.changePassword, { body: given });
    setBusy(false);
    setRefusal(response.ok ? null : response.error);
    if (!response.ok) {
      const { fields, message } = response.error;
      if (mayHaveArrived(response.error)) setMayBeChanged(true);
      const isWrong = fields?.some(({ path }) => path === 'currentPassword');
      const description = isWrong && mayBeChanged ? `${message} ${texts.mayBeChanged}` : message;
      toast({ title: texts.passwordChangeFailed, description, tone: 'danger' });
      return;
    }
    setMayBeChanged(false);
    setGiven(empty);
    toast({ title: texts.passwordChanged, description: texts.otherSessionsEnded });
  };

  const field = (name: keyof typeof empty, label: string) => {
    const problem = refusal?.fields?.find(({ path }) => path === name)?.message;
    return {
      label,
      error: problem && `${label} ${problem}.`,
      type: shown ? 'text' : 'password',
      required: true,
      value: given[name],
      onChange: ({ target }: { target: { value: string } }) => setGiven({ ...given, [name]: target.value }),
    };
  };

  return (
    <form aria-labelledby="password" onSubmit={submit} className="grid gap-3">
      <h3 id="password" className="font-semibold">
        {texts.password}
      </h3>
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField autoComplete="current-password" {...field('currentPassword', texts.currentPassword)} />
        <TextField
          autoComplete="new-password"
          minLength={limits.passwordMin}
          {...field('newPassword', texts.newPassword)}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Switch label={texts.showPasswords} checked={shown} onChange={setShown} />
        <Button
          type="submit"
          look={given.currentPassword === '' || given.newPassword === '' ? 'plain' : 'primary'}
          busy={busy}
        >
          {texts.changePassword}
        </Button>
      </div>
    </form>
  );
}
