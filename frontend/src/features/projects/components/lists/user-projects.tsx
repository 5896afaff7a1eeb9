import { QueryClientProvider } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { BrandMark } from '@/ui/brand-mark.tsx';
import { DialogLoading } from '@/ui/dialogs/dialog-loading.tsx';
import { titleWithProduct, useDocumentTitle } from '@/ui/document-title.ts';
import { ChunkBoundary, lazyPart } from '@/ui/lazy-part.tsx';
import { CountBadge } from '@/ui/lists/pager.tsx';
import {
  countListed,
  createListClient,
  isMissing,
  type ListQuery,
  type ListSource,
  useProjectList,
} from '../../api/use-project-list.ts';
import * as texts from '../../dialog-texts.ts';
import { addressOf } from '../../model/project-address.ts';
import { CardForksButton, CardLikeButton } from './card-buttons.tsx';
import { ProjectList } from './project-list.tsx';

const ForksDialog = lazyPart(() => import('../dialogs/forks-dialog.tsx'));

interface UserProjectsProps {
  source: ListSource;
  /** The author's name, ignoring case. */
  author: string;
  query: ListQuery;
  /** `replace`: adds no entry to the history. */
  onQuery: (query: ListQuery, replace?: true) => void;
  /** The signed-in user; null without one. */
  viewerId: string | null;
  /** The end of the header: a sign-in link, or an admin's way to moderation. */
  menu: ReactNode;
  /** Shown instead if there is no user of that name. */
  missing: ReactNode;
}

/** /user/{name}: a user's public projects, visible to everybody (specification: Pages). */
export function UserProjects(props: UserProjectsProps) {
  const [client] = useState(createListClient);
  return (
    <QueryClientProvider client={client}>
      <Projects {...props} />
    </QueryClientProvider>
  );
}

function Projects({ source, author, query, onQuery, viewerId, menu, missing }: UserProjectsProps) {
  const scope = useMemo(() => ({ author }), [author]);
  const list = useProjectList(source, scope, query);
  const name = list.data?.data[0]?.username ?? author;
  const [forked, setForked] = useState<{ id: string; title: string } | null>(null);
  const isUnknown = isMissing(list.error);
  useDocumentTitle(isUnknown ? null : titleWithProduct(name));

  if (isUnknown) return missing;
  return (
    <div className="flex h-full flex-col bg-panel">
      <header className="flex min-h-header shrink-0 flex-wrap items-center gap-2 border-b px-2 md:pr-3">
        <Link
          href="/"
          aria-label={texts.goHome}
          title={texts.goHome}
          className="flex size-hit items-center justify-center rounded-md hover:bg-hover"
        >
          <BrandMark />
        </Link>
        <h1 className="min-w-0 truncate font-semibold text-lg">{name}</h1>
        {list.data && <CountBadge count={countListed(list.data)} />}
        <div className="ml-auto flex items-center gap-1">{menu}</div>
      </header>
      <main className="flex min-h-0 flex-1 flex-col">
        <ProjectList
          query={query}
          onQuery={onQuery}
          list={list}
          empty={{
            icon: UserRound,
            title: texts.noPublicProjects,
            text: texts.publicProjectsOf(name),
          }}
          renderActions={(project) => (
            <>
              {viewerId !== null && viewerId !== project.userId && (
                <CardLikeButton call={source.call} project={project} />
              )}
              <CardForksButton project={project} onForks={setForked} />
              <Link
                data-opens
                href={addressOf({ project })}
                className="inline-flex h-hit shrink-0 items-center rounded-md border border-line bg-raised px-3 font-medium transition-colors hover:bg-hover"
              >
                {texts.open}
              </Link>
            </>
          )}
        />
      </main>
      {forked && (
        <ChunkBoundary
          onFailure={() => setForked(null)}
          fallback={<DialogLoading onCancel={() => setForked(null)} />}
        >
          <ForksDialog
            source={source}
            project={forked}
            onOpen={() => setForked(null)}
            onClose={() => setForked(null)}
          />
        </ChunkBoundary>
      )}
    </div>
  );
}
