import { limits } from '@studio/contract/limits';
import type { ProjectLink } from '@studio/contract/links';
import type { PublishLimit } from '@studio/contract/publish-limit';
import { QueryClientProvider } from '@tanstack/react-query';
import { CodeXml, Copy, Link2 } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import type { Call } from '@/lib/http-client.ts';
import { createQueryClient } from '@/lib/query-client.ts';
import { maxTimeoutMs } from '@/lib/time.ts';
import { Button, IconButton } from '@/ui/button.tsx';
import { copyText } from '@/ui/dialogs/copy-text.ts';
import { Dialog } from '@/ui/dialogs/dialog.tsx';
import { useConfirm } from '@/ui/dialogs/use-confirm.ts';
import { Select } from '@/ui/fields/select.tsx';
import { TextField } from '@/ui/fields/text-field.tsx';
import { EmptyState, FailedState, Skeleton } from '@/ui/lists/list-states.tsx';
import { Moment } from '@/ui/moment.tsx';
import { toast } from '@/ui/toast/toast.ts';
import { type KnownLinks, useLinks, useNewLink, useRevocation } from '../../api/use-links.ts';
import * as texts from '../../link-texts.ts';
import { whyNotPublic } from '../../notice-texts.ts';
import { embedSnippet, plainEmbed } from '../embed/embed-snippet.ts';

interface LinksDialogProps {
  call: Call;
  /** `liveLinks`: the number last reported by the server; other windows may create and revoke links, too. */
  project: {
    id: string;
    title: string;
    isPublic: boolean;
    isEmbeddable: boolean;
    liveLinks?: number | undefined;
  };
  /** Makes a public project available by link only. */
  onUnlist: () => Promise<void>;
  onClose: () => void;
}

/** Creates and revokes links to one's own project (specification: Links). */
export default function LinksDialog(props: LinksDialogProps) {
  const [client] = useState(() => createQueryClient());
  return (
    <QueryClientProvider client={client}>
      <Dialog title={texts.links} description={texts.linksText} onClose={props.onClose}>
        <Links {...props} />
      </Dialog>
    </QueryClientProvider>
  );
}

function Links({ call, project, onUnlist }: LinksDialogProps) {
  const links = useLinks(call, project.id);
  const isOver = useExpiries(links.data);
  const { refetch } = links;
  const known = useRef(project.liveLinks);
  useEffect(() => {
    if (known.current !== project.liveLinks) void refetch();
    known.current = project.liveLinks;
  }, [project.liveLinks, refetch]);
  const { data } = links;
  if (!data && links.error)
    return <FailedState title={texts.linksFailed} error={links.error} onRetry={links.refetch} />;
  if (!data)
    return (
      <div className="grid gap-2 p-4">
        <p className="sr-only">{texts.loadingLinks}</p>
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-9 w-full" />
      </div>
    );
  const unlist = async () => {
    await onUnlist();
    await links.refetch();
  };
  return (
    <div className="grid min-h-0 grid-cols-1 gap-4 overflow-y-auto p-4">
      {project.isPublic && (
        <div className="grid justify-items-start gap-2 rounded-md border p-3">
          <p>{texts.publicText}</p>
          <Button onClick={unlist}>{texts.byLinkAlone}</Button>
        </div>
      )}
      {data.links.filter((link) => !isOver(link)).length < limits.linksPerProject ? (
        <NewLink call={call} projectId={project.id} now={data.now} />
      ) : (
        <p className="text-muted">{texts.full}</p>
      )}
      {data.links.length === 0 ? (
        !project.isPublic && (
          <EmptyState
            icon={Link2}
            title={texts.noLinks}
            text={project.isEmbeddable ? texts.noLinksButEmbed : texts.noLinksText}
          />
        )
      ) : (
        <ul aria-label={texts.links} className="grid grid-cols-1 gap-2">
          {data.links.map((link) => (
            <LinkRow key={link.id} call={call} project={project} link={link} isOver={isOver(link)} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** Returns whether a link has expired; renders again when the next one expires. */
function useExpiries(known?: KnownLinks): (link: ProjectLink) => boolean {
  const [checkedAt, setCheckedAt] = useState(0);
  const { links = [], loadedAt = 0 } = known ?? {};
  const now = Math.max(loadedAt, checkedAt);
  const ends = links.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [Date.parse(expiresAt)]));
  const next = Math.min(...ends.filter((end) => end > now));
  useEffect(() => {
    if (!known || next === Number.POSITIVE_INFINITY) return;
    const check = () => setCheckedAt(known.now());
    const timer = setInterval(check, Math.min(next - known.now(), maxTimeoutMs));
    return () => clearInterval(timer);
  }, [next, known]);
  return ({ expiresAt }) => expiresAt !== null && Date.parse(expiresAt) <= now;
}

interface NewLinkProps {
  call: Call;
  projectId: string;
  now: () => number;
}

function NewLink({ call, projectId, now }: NewLinkProps) {
  const [name, setName] = useState('');
  const [expiry, setExpiry] = useState<(typeof texts.expiries)[number]['value']>('never');
  const creating = useNewLink(call, projectId, now);
  const create = (event: FormEvent) => {
    event.preventDefault();
    creating.mutate(
      { name, days: expiry === 'never' ? null : Number(expiry) },
      {
        // The next name may have been typed meanwhile.
        onSuccess: ({ ok }) => ok && setName((typed) => (typed === name ? '' : typed)),
      },
    );
  };
  const refusal = creating.data?.ok === false ? creating.data.error : null;
  const mistake = refusal?.fields?.find(({ path }) => path === 'name');
  return (
    <form onSubmit={create} className="grid gap-2">
      <TextField
        label={texts.linkName}
        dir="auto"
        placeholder={texts.linkNameHint}
        required
        pattern=".*\S.*"
        maxLength={limits.linkNameLength}
        value={name}
        error={mistake?.message}
        onChange={(event) => setName(event.target.value)}
      />
      {refusal && !mistake && (
        <p role="alert" className="text-danger text-sm">
          {refusal.code === 'publish_limit' ? whyNotPublic(refusal.body as PublishLimit) : refusal.message}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Select label={texts.expires} value={expiry} options={texts.expiries} onChange={setExpiry} />
        <Button type="submit" look="primary" busy={creating.isPending}>
          {texts.createLink}
        </Button>
      </div>
    </form>
  );
}

interface LinkRowProps {
  call: Call;
  project: { id: string; title: string };
  link: ProjectLink;
  isOver: boolean;
}

function LinkRow({ call, project, link, isOver }: LinkRowProps) {
  const revoking = useRevocation(call, project.id);
  const confirm = useConfirm();
  const { id, secret, expiresAt, views } = link;
  const nameId = useId();
  const copy = async (text: string, success: string) => {
    if (await copyText(text)) toast({ title: success });
  };
  const address = `${window.location.origin}/s/${secret}`;
  const revoke = async () => {
    const question = {
      title: texts.revokeLink,
      text: texts.revokeQuestion(bidiIsolate(link.name)),
      action: texts.revoke,
    };
    // One that has expired opens nothing any more.
    if (!isOver && !(await confirm({ ...question, tone: 'danger' }))) return;
    revoking.mutate(id, {
      onSuccess: () => toast({ title: texts.revoked }),
      onError: ({ message }) => toast({ title: texts.revokeFailed, description: message, tone: 'danger' }),
    });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border px-3 py-2">
      <div className="min-w-0 flex-1 basis-40">
        <p id={nameId} dir="auto" title={link.name} className="truncate font-medium">
          {link.name}
        </p>
        <p className="text-muted text-sm tabular-nums">
          {texts.viewsOf(views)} ·{' '}
          {isOver ? (
            texts.expired
          ) : expiresAt === null ? (
            <>
              {texts.expires}: {texts.never}
            </>
          ) : (
            <>
              {texts.expires}: <Moment at={expiresAt} />
            </>
          )}
        </p>
        {secret === null && <p className="text-sm text-warning">{texts.noAddress}</p>}
      </div>
      <div className="ml-auto flex items-center gap-1">
        {secret !== null && !isOver && (
          <>
            <IconButton
              label={texts.copyLink}
              aria-describedby={nameId}
              icon={Copy}
              onClick={() => copy(address, texts.linkCopied)}
            />
            <IconButton
              label={texts.copyEmbed}
              aria-describedby={nameId}
              icon={CodeXml}
              onClick={() =>
                copy(embedSnippet(`${address}/embed`, project.title, plainEmbed), texts.embedCopied)
              }
            />
          </>
        )}
        <Button aria-describedby={nameId} busy={revoking.isPending} onClick={revoke}>
          {texts.revoke}
        </Button>
      </div>
    </li>
  );
}
