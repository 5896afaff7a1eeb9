import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { retry } from '@/ui/dialogs/texts.ts';
import { Select } from '@/ui/fields/select.tsx';
import { Skeleton } from '@/ui/lists/list-states.tsx';
import { momentText } from '@/ui/moment.tsx';
import type { ListSource } from '../../api/use-project-list.ts';
import { usePublication, useRevisions } from '../../api/use-revisions.ts';
import * as texts from '../../dialog-texts.ts';

interface EmbedVersionProps {
  source: ListSource;
  projectId: string;
  /** The project's present version. */
  version: number;
  /** The chosen published version; null: always the latest. */
  rev: number | null;
  onChange: (rev: number | null) => void;
}

const latest = 'latest';

/** The version that an embed shows: always the latest, the present one, or an earlier published one. */
export function EmbedVersion({ source, projectId, version, rev, onChange }: EmbedVersionProps) {
  const revisions = useRevisions(source, projectId, version);
  const publication = usePublication(source.call, projectId);
  // The newest revision is the saved text of the project.
  const [newest, ...older] = revisions.data ?? [];
  /** The newest revision is chosen once it is published. */
  const [wantsNewest, setWantsNewest] = useState(false);
  const isWithdrawn =
    rev !== null &&
    revisions.data?.some((revision) => revision.rev === rev && revision.publishedAt !== null) === false;
  const chooseLatest = useEffectEvent(() => onChange(null));
  useEffect(() => {
    if (isWithdrawn) chooseLatest();
  }, [isWithdrawn]);
  const isPublished = newest !== undefined && newest.publishedAt !== null;
  const chooseNewest = useEffectEvent(() => {
    setWantsNewest(false);
    if (newest) onChange(newest.rev);
  });
  useEffect(() => {
    if (wantsNewest && isPublished) chooseNewest();
  }, [wantsNewest, isPublished]);
  if (revisions.isPending) return <LoadingVersions />;
  if (!newest)
    return (
      revisions.error && (
        <NotLoaded reason={revisions.error.message} onRetry={() => void revisions.refetch()} />
      )
    );

  const published = older.filter(({ publishedAt }) => publishedAt !== null);
  const options = [
    { value: latest, label: texts.alwaysLatest },
    { value: String(newest.rev), label: texts.thisVersion },
    ...published.map(({ rev, name, changedAt }) => ({
      value: String(rev),
      label: name ?? momentText(changedAt),
    })),
  ];
  const choose = (value: string) => {
    const chosen = value === latest ? null : Number(value);
    const isUnpublished = chosen === newest.rev && !isPublished;
    setWantsNewest(isUnpublished);
    onChange(isUnpublished ? null : chosen);
  };
  const publish = () => {
    const name = newest.name ?? texts.versionOf(momentText(newest.changedAt));
    publication.mutate({ rev: newest.rev, version: newest.version, name });
  };
  return (
    <div className="grid grid-cols-1 justify-items-start gap-2">
      <Select
        label={texts.embedVersion}
        value={wantsNewest ? String(newest.rev) : rev === null ? latest : String(rev)}
        options={options}
        onChange={choose}
      />
      {wantsNewest && (
        <div className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-warning-soft px-3 py-2">
          <p>{texts.publishToPin}</p>
          <Button busy={publication.isPending} onClick={publish}>
            {texts.publishVersion}
          </Button>
        </div>
      )}
      {wantsNewest && publication.error && (
        <p role="alert" className="text-danger text-sm">
          {publication.error.message}
        </p>
      )}
    </div>
  );
}

function LoadingVersions() {
  return (
    <>
      <p role="status" className="sr-only">
        {texts.loadingVersions}
      </p>
      <Skeleton className="h-hit w-60" />
    </>
  );
}

function NotLoaded({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2">
      <p className="text-danger text-sm">{texts.versionsNotLoaded(reason)}</p>
      <Button onClick={onRetry}>{retry}</Button>
    </div>
  );
}
