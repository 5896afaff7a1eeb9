import type { RevisionSummary } from '@studio/contract/http/revisions';
import { limits } from '@studio/contract/limits';
import { Bookmark } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Call } from '@/lib/http-client.ts';
import { Button } from '@/ui/button.tsx';
import { fieldLook } from '@/ui/fields/text-field.tsx';
import { useRevisionName } from '../../api/revisions.ts';
import * as texts from '../../revision-texts.ts';

interface RevisionNameProps {
  call: Call;
  projectId: string;
  revision: RevisionSummary;
}

const focus = (field: HTMLInputElement | null) => field?.focus();

/** Names a revision, so that it is kept however many follow; an empty name takes it away. */
export function RevisionName({ call, projectId, revision }: RevisionNameProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const naming = useRevisionName(call, projectId);
  if (typed === null) {
    return (
      <Button look="quiet" className="mr-auto" onClick={() => setTyped(revision.name ?? '')}>
        <Bookmark size={14} aria-hidden />
        {revision.name === null ? texts.nameVersion : texts.rename}
      </Button>
    );
  }

  const store = (event: FormEvent) => {
    event.preventDefault();
    const name = typed.trim() || null;
    naming.mutate({ rev: revision.rev, name }, { onSuccess: () => setTyped(null) });
  };
  return (
    <form onSubmit={store} className="flex w-full flex-wrap items-center gap-2 sm:w-auto sm:shrink-0">
      <input
        ref={focus}
        aria-label={texts.versionName}
        aria-invalid={naming.isError || undefined}
        placeholder={texts.versionNameHint}
        maxLength={limits.revisionNameLength}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className={`${fieldLook} min-w-32 max-w-60 flex-1`}
      />
      <Button type="submit" busy={naming.isPending}>
        {texts.saveName}
      </Button>
      <Button look="quiet" onClick={() => setTyped(null)}>
        {texts.cancel}
      </Button>
      {naming.error && (
        <p role="alert" className="text-danger text-sm">
          {naming.error.message}
        </p>
      )}
    </form>
  );
}
