import { Username } from '@studio/contract/http/text';
import { useEffect } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { useStore } from 'zustand';
import type { ListQuery } from '@/features/projects/api/use-project-list.ts';
import { readListQuery, writeListQuery } from '@/features/projects/api/use-project-list.ts';
import { UserProjects } from '@/features/projects/components/lists/user-projects.tsx';
import { authorAddress } from '@/features/projects/model/project-address.ts';
import { ModerationAccess } from '../../admin-overlay.tsx';
import { PageLoading } from '../../page-fallbacks.tsx';
import type { Studio } from '../../page-services.ts';
import * as texts from '../page-texts.ts';
import { UnknownPage } from '../unknown-page.tsx';

interface UserRouteProps {
  studio: Studio;
  /** As the address has it, encoded. */
  name: string;
}

/** /user/{name}, which needs no login. A name that nobody can have is answered like one that nobody has. */
export default function UserRoute({ studio, name }: UserRouteProps) {
  const { session, socket } = studio;
  const { status, user } = useStore(session);
  const [, navigate] = useLocation();
  const query = readListQuery(useSearch());
  const author = Username.safeParse(decoded(name)).data;

  // Somebody signed in is connected already; lists are live for everybody.
  useEffect(() => {
    if (status === 'anonymous') void socket.connect();
  }, [status, socket]);

  if (author === undefined) return <UnknownPage />;
  if (status === 'loading') return <PageLoading />;
  const address = authorAddress(author);
  const fromStart = (asked: ListQuery) => writeListQuery({ ...asked, page: 1 });
  // Back leads from page to page, and not through every search.
  const show = (next: ListQuery, replace = fromStart(next) !== fromStart(query)) =>
    navigate(address + writeListQuery(next), { replace });
  return (
    <UserProjects
      // What one person has liked is not the next one's.
      key={`${author} ${user?.id}`}
      source={studio}
      author={author}
      query={query}
      onQuery={show}
      viewerId={user?.id ?? null}
      menu={
        user ? (
          <ModerationAccess session={session} />
        ) : (
          <Link
            href={`/login?next=${encodeURIComponent(address)}`}
            className="inline-flex h-hit items-center px-2 text-accent underline underline-offset-2"
          >
            {texts.signIn}
          </Link>
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
