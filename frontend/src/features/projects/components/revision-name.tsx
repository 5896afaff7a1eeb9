import type { RevisionSummary } from '@studio/contract/http/revisions';
import { limits } from '@studio/contract/limits';
import { Bookmark } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Call } from '@/lib/http-client.ts';
import { Button } from '@/ui/button.tsx';
import { fieldLook } from '@/ui/text-field.tsx';
import { useRevisionName } from '../api/revisions.ts';
import * as texts from '../revision-texts.ts';

interface RevisionNameProps {
  call: Call;
  projectId: string;
  revision: RevisionSummary;
}

/** Names a revision, so that it is kept however many follow; an empty name takes it away. */
export function RevisionName({ call, projectId, revision }: RevisionNameProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const naming = useRevisionName(call, projectId);
  if (typed === null) {
    return (
      <Button look="quiet" onClick={() => setTyped(revision.name ?? '')}>
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
    <form onSubmit={store} className="flex flex-wrap items-center gap-2">
      <input
        ref={(field) => field?.focus()}
        aria-label={texts.versionName}
        aria-invalid={naming.isError || undefined}
        placeholder={texts.versionNameHint}
        maxLength={limits.revisionNameLength}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className={`${fieldLook} max-w-60`}
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
