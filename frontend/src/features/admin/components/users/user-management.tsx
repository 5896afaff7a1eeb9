import { type ManagedUser, type UserSort, userSorts } from '@studio/contract/http/admin';
import { Users } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { numberText } from '@/lib/count-of.ts';
import { Avatar } from '@/ui/avatar.tsx';
import { Button } from '@/ui/button.tsx';
import { SearchField } from '@/ui/fields/search-field.tsx';
import { Select } from '@/ui/fields/select.tsx';
import { Moment } from '@/ui/moment.tsx';
import type { AdminSource } from '../../api/admin-client.ts';
import { type UsersQuery, useManagedUsers } from '../../api/admin-queries.ts';
import * as texts from '../../texts.ts';
import { AdminFrame } from '../admin-frame.tsx';
import { AdminTable, type Column, StateBadge } from '../table/admin-table.tsx';
import { AdminRightDialog } from './admin-right-dialog.tsx';
import { SuspensionDialog } from './suspension-dialog.tsx';

const sortLabels: Record<UserSort, string> = {
  recent: texts.recent,
  alphabetical: texts.alphabetical,
  admin: texts.adminFirst,
};
const sortOptions = userSorts.map((value) => ({ value, label: sortLabels[value] }));

/** The tab with all accounts, where admin rights and suspensions are set (specification: Roles). */
export function UserManagement({ source }: { source: AdminSource }) {
  const [query, setQuery] = useState<UsersQuery>({ page: 1, search: '', sortBy: 'recent' });
  const list = useManagedUsers(source.call, query);
  // As the user was when the button was pressed; the list may change behind the question.
  const [asked, setAsked] = useState<{ about: 'admin' | 'suspension'; user: ManagedUser } | null>(null);
  const Question = asked?.about === 'admin' ? AdminRightDialog : SuspensionDialog;

  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-2 px-4 py-3">
        <SearchField
          label={texts.searchUsers}
          placeholder={texts.searchUsersHint}
          search={query.search}
          onSearch={(search) => setQuery({ ...query, page: 1, search })}
        />
        <Select
          label={texts.sortBy}
          value={query.sortBy}
          options={sortOptions}
          onChange={(sortBy) => setQuery({ ...query, page: 1, sortBy })}
        />
      </div>
      <AdminTable
        name={texts.users}
        list={list}
        columns={userColumns}
        loading={texts.loadingUsers}
        failed={texts.loadUsersFailed}
        empty={{ icon: Users, title: texts.noUsers }}
        onPage={(page) => setQuery({ ...query, page })}
        renderCells={(user) => (
          <UserCells
            user={user}
            onAdmin={() => setAsked({ about: 'admin', user })}
            onSuspension={() => setAsked({ about: 'suspension', user })}
          />
        )}
      />
      {asked && (
        <Question
          call={source.call}
          user={asked.user}
          onDone={() => {
            // Another question may be open by the time of the answer.
            setAsked((now) => (now === asked ? null : now));
            void list.refetch();
          }}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  );
}

const userColumns: readonly Column[] = [
  { heading: texts.user, className: 'pl-4' },
  { heading: texts.projects, className: 'text-right max-lg:hidden' },
  { heading: texts.joined, className: 'max-lg:hidden' },
  { heading: texts.role, className: 'max-sm:hidden' },
  { heading: texts.suspended, className: 'max-lg:hidden' },
  { heading: texts.actions, className: 'pr-4 text-right' },
];

interface UserCellsProps {
  user: ManagedUser;
  onAdmin: () => void;
  onSuspension: () => void;
}

/** The cells of an account's row. */
function UserCells(props: UserCellsProps) {
  const { user } = props;
  const { username, email, avatar, isAdmin, isFirstAdmin, projects, createdAt } = user;
  return (
    <>
      <th scope="row" className="w-full max-w-0 py-2 pr-2 pl-4 text-left font-normal">
        <span className="flex items-center gap-3">
          <Avatar picture={avatar} name={username} className="size-8 text-sm" />
          <span className="min-w-0">
            <span dir="auto" title={username} className="block truncate font-medium">
              {username}
            </span>
            <span title={email} className="block truncate text-muted text-sm">
              {email}
            </span>
            <span className="flex flex-wrap gap-1 sm:hidden">
              <Role isAdmin={isAdmin} isFirstAdmin={isFirstAdmin} />
            </span>
            <span className="flex flex-wrap gap-x-2 text-faint text-sm lg:hidden">
              <span>{texts.countedProjects(projects)}</span>
              <Moment at={createdAt} />
            </span>
            <span className="lg:hidden">
              <AccountState user={user} />
            </span>
          </span>
        </span>
      </th>
      <td className="p-2 text-right tabular-nums max-lg:hidden">{numberText(projects)}</td>
      <td className="p-2 text-muted max-lg:hidden">
        <Moment at={createdAt} />
      </td>
      <td className="p-2 max-sm:hidden">
        <Role isAdmin={isAdmin} isFirstAdmin={isFirstAdmin} />
      </td>
      <td className="max-w-48 p-2 max-lg:hidden">
        <AccountState user={user} />
      </td>
      <td className="py-2 pr-4 pl-2">
        <Actions {...props} />
      </td>
    </>
  );
}

function Actions({ user, onAdmin, onSuspension }: UserCellsProps) {
  const id = useId();
  const noAdmin = adminRefusal(user);
  const noSuspension = suspensionRefusal(user);
  return (
    <div className="flex justify-end gap-1 max-md:flex-col">
      <Button
        disabled={noAdmin !== null}
        title={noAdmin ?? undefined}
        aria-describedby={noAdmin === null ? undefined : `${id}-admin`}
        onClick={onAdmin}
      >
        {user.isAdmin ? texts.revokeAdmin : texts.grantAdmin}
      </Button>
      <Button
        disabled={noSuspension !== null}
        title={noSuspension ?? undefined}
        aria-describedby={noSuspension === null ? undefined : `${id}-suspension`}
        onClick={onSuspension}
      >
        {user.suspendedAt === null ? texts.suspend : texts.unsuspend}
      </Button>
      <span hidden id={`${id}-admin`}>
        {noAdmin}
      </span>
      <span hidden id={`${id}-suspension`}>
        {noSuspension}
      </span>
    </div>
  );
}

/** Why the server would refuse to grant or revoke the right (specification: Administration); null if it would not. */
function adminRefusal({ isAdmin, isFirstAdmin, suspendedAt, forumDestroyedAt }: ManagedUser): string | null {
  if (isFirstAdmin) return texts.firstAdminStays;
  if (isAdmin) return null;
  if (forumDestroyedAt !== null) return texts.deletedAdmin;
  return suspendedAt === null ? null : texts.suspendedAdmin;
}

function suspensionRefusal({ isAdmin }: ManagedUser): string | null {
  return isAdmin ? texts.adminSuspended : null;
}

function Role({ isAdmin, isFirstAdmin }: Pick<ManagedUser, 'isAdmin' | 'isFirstAdmin'>) {
  if (!isAdmin) return null;
  return <StateBadge look="good" text={isFirstAdmin ? texts.firstAdmin : texts.admin} />;
}

/** Whether and why somebody cannot sign in. */
function AccountState({ user: { suspendedAt, suspensionReason, forumDestroyedAt } }: { user: ManagedUser }) {
  return (
    <>
      {forumDestroyedAt !== null && (
        <AccountNote text={texts.auditWords['forum.user-destroyed']} at={forumDestroyedAt} />
      )}
      {suspendedAt !== null && (
        <AccountNote text={texts.suspended} at={suspendedAt}>
          {suspensionReason !== null && (
            <span dir="auto" className="block break-words text-muted">
              {suspensionReason}
            </span>
          )}
        </AccountNote>
      )}
    </>
  );
}

function AccountNote({ text, at, children }: { text: string; at: string; children?: ReactNode }) {
  return (
    <span className="block text-sm">
      <StateBadge look="danger" text={text} />{' '}
      <span className="text-muted">
        <Moment at={at} />
      </span>
      {children}
    </span>
  );
}

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
