import { adminRoutes, type ManagedUser, type UserSort, userSorts } from '@studio/contract/http/admin';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { SearchField } from '@/ui/fields/search-field.tsx';
import { Select } from '@/ui/fields/select.tsx';
import { showProgress } from '@/ui/progress-indicators.tsx';
import { toast } from '@/ui/toast/toast.ts';
import type { AdminSource } from '../../api/admin-client.ts';
import { type UsersQuestion, useManagedUsers } from '../../api/list-queries.ts';
import * as texts from '../../texts.ts';
import { Listing } from '../table/admin-table.tsx';
import { UserCells, userColumns } from '../user-cells.tsx';
import { SuspensionDialog } from './suspension-dialog.tsx';

const sortLabels: Record<UserSort, string> = {
  recent: texts.recent,
  alphabetical: texts.alphabetical,
  admin: texts.adminFirst,
};
const sortOptions = userSorts.map((value) => ({ value, label: sortLabels[value] }));

/** All accounts: who is admin, who may sign in (SPEC 6). */
export function UserManagement({ source }: { source: AdminSource }) {
  const [question, setQuestion] = useState<UsersQuestion>({ page: 1, search: '', sortBy: 'recent' });
  const list = useManagedUsers(source.call, question);
  const [asked, setAsked] = useState<ManagedUser | null>(null);

  const setAdmin = async ({ id, isAdmin }: ManagedUser) => {
    const answer = await showProgress(
      source.call(adminRoutes.setAdmin, { params: { id }, query: { grant_admin: String(!isAdmin) } }),
    );
    if (answer.ok) toast({ title: texts.userUpdated });
    else
      toast({
        title: texts.updateFailed,
        // Why it cannot be, for instance that somebody is the last admin; SPEC 8 has the sentence for the rest.
        description: answer.error.status === 409 ? answer.error.message : texts.setAdminFailed,
        tone: 'danger',
      });
    void list.refetch();
  };

  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-2 px-4 py-3">
        <SearchField
          label={texts.searchUsers}
          placeholder={texts.searchUsersHint}
          search={question.search}
          onSearch={(search) => setQuestion({ ...question, page: 1, search })}
        />
        <Select
          label={texts.sortBy}
          value={question.sortBy}
          options={sortOptions}
          onChange={(sortBy) => setQuestion({ ...question, page: 1, sortBy })}
        />
      </div>
      <Listing
        name={texts.users}
        list={list}
        columns={userColumns}
        loading={texts.loadingUsers}
        failed={texts.loadUsersFailed}
        empty={{ icon: Users, title: texts.noUsers }}
        onPage={(page) => setQuestion({ ...question, page })}
        renderCells={(user) => <UserCells user={user} onAdmin={setAdmin} onSuspension={setAsked} />}
      />
      {asked && (
        <SuspensionDialog
          call={source.call}
          user={asked}
          onDone={() => {
            setAsked(null);
            void list.refetch();
          }}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  );
}
