import { Username } from '@studio/contract/http/text';
import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useStore } from 'zustand';
import { singleKeysAreOn } from '@/features/commands/model/single-keys.ts';
import type { ListQuery } from '@/features/projects/api/use-project-list.ts';
import { readListQuery, writeListQuery } from '@/features/projects/api/use-project-list.ts';
import { UserProjects } from '@/features/projects/components/lists/user-projects.tsx';
import { authorAddress } from '@/features/projects/model/project-address.ts';
import { isDialogOpen } from '@/ui/dialogs/find-dialogs.ts';
import { focusSearchIn } from '@/ui/lists/card-keys.ts';
import { ModerationAccess } from '../../admin-overlay.tsx';
import { PageLoading } from '../../page-fallbacks.tsx';
import type { PageServices } from '../../page-services.ts';
import * as texts from '../page-texts.ts';
import { UnknownPage } from '../unknown-page.tsx';
import { HeaderLink } from './header-link.tsx';
import { useAnonymousSocket } from './use-anonymous-socket.ts';
import { useLoginAtSessionEnd } from './use-login-at-session-end.ts';

interface UserRouteProps {
  services: PageServices;
  /** As in the address, URL-encoded. */
  name: string;
}

/** /user/{name}; no login is needed. An invalid name gets the same response as an unknown one. */
export default function UserRoute({ services, name }: UserRouteProps) {
  useLoginAtSessionEnd(services);
  useAnonymousSocket(services);
  const { session } = services;
  const { status, user } = useStore(session);
  const [, navigate] = useLocation();
  const query = readListQuery(useSearch());
  const author = Username.safeParse(decoded(name)).data;

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (singleKeysAreOn() && !isDialogOpen()) focusSearchIn(document.body, event);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  if (author === undefined) return <UnknownPage />;
  if (status === 'loading') return <PageLoading />;
  const address = authorAddress(author);
  const fromStart = (asked: ListQuery) => writeListQuery({ ...asked, page: 1 });
  // Back returns to the previous page of the list, not to each previous search.
  const show = (next: ListQuery, replace = fromStart(next) !== fromStart(query)) =>
    navigate(address + writeListQuery(next), { replace });
  return (
    <UserProjects
      // Likes in the list belong to the signed-in user.
      key={`${author} ${user?.id}`}
      source={services}
      author={author}
      query={query}
      onQuery={show}
      viewerId={user?.id ?? null}
      menu={
        user ? (
          <ModerationAccess session={session} />
        ) : (
          <HeaderLink href={`/login?next=${encodeURIComponent(address + writeListQuery(query))}`}>
            {texts.signIn}
          </HeaderLink>
        )
      }
      missing={<UnknownPage />}
    />
  );
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
