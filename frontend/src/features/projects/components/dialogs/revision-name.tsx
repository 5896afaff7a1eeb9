import type { RevisionSummary } from '@studio/contract/http/revisions';
import { limits } from '@studio/contract/limits';
import { Bookmark, Link2, Pin, PinOff } from 'lucide-react';
import { type FormEvent, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Call } from '@/lib/http-client.ts';
import { Button } from '@/ui/button.tsx';
import { copyText } from '@/ui/dialogs/copy-text.ts';
import { fieldLook } from '@/ui/fields/text-field.tsx';
import { toast } from '@/ui/toast/toast.ts';
import { usePublication, useRevisionName, useWithdrawal } from '../../api/use-revisions.ts';
import { versionAddress } from '../../model/project-address.ts';
import * as texts from '../../revision-texts.ts';

interface RevisionNameProps {
  call: Call;
  projectId: string;
  revision: RevisionSummary;
}

/** Names a revision, which keeps it permanently, and publishes it; an empty name removes the name. */
export function RevisionName({ call, projectId, revision }: RevisionNameProps) {
  const [asked, setAsked] = useState<'name' | 'publication' | 'withdrawal' | null>(null);
  const naming = useRevisionName(call, projectId);
  const publishing = usePublication(call, projectId);
  const withdrawing = useWithdrawal(call, projectId);
  const { rev, version, publishedAt } = revision;
  const isPublished = publishedAt !== null;
  const isReturning = useRef(false);
  const stopAsking = () => {
    isReturning.current = true;
    setAsked(null);
  };
  const close = { onSuccess: stopAsking };
  // Withdrawn here or in another window, or the response to it was lost.
  const isWithdrawn = asked === 'withdrawal' && !isPublished;
  const stop = useEffectEvent(stopAsking);
  useEffect(() => {
    if (isWithdrawn) stop();
  }, [isWithdrawn]);
  // The focus was in the form, unless somebody has moved it while the server answered.
  const takeFocusBack = useCallback((button: HTMLButtonElement | null) => {
    if (button && isReturning.current && document.activeElement === document.body) button.focus();
    if (button) isReturning.current = false;
  }, []);

  if (asked === 'name') {
    return (
      <NameForm
        initial={revision.name ?? ''}
        action={texts.saveName}
        busy={naming.isPending}
        error={naming.error}
        onSubmit={(name) => naming.mutate({ rev, version, name: name || null }, close)}
        onCancel={stopAsking}
      />
    );
  }
  if (asked === 'publication') {
    return (
      <NameForm
        initial={revision.name ?? ''}
        required
        action={texts.publish}
        rule={texts.publishRule}
        busy={publishing.isPending}
        error={publishing.error}
        onSubmit={(name) => publishing.mutate({ rev, version, name }, close)}
        onCancel={stopAsking}
      />
    );
  }
  if (asked === 'withdrawal') {
    return (
      <Withdrawal
        busy={withdrawing.isPending}
        error={withdrawing.error}
        onConfirm={() => withdrawing.mutate(rev)}
        onCancel={stopAsking}
      />
    );
  }
  const copy = async () => {
    const address = window.location.origin + versionAddress(projectId, rev);
    if (await copyText(address)) toast({ title: texts.linkCopied });
  };
  return (
    <div className="mr-auto flex flex-wrap gap-1">
      <Button ref={takeFocusBack} look="quiet" onClick={() => setAsked('name')}>
        <Bookmark size={14} aria-hidden />
        {revision.name === null ? texts.nameVersion : texts.rename}
      </Button>
      {isPublished ? (
        <>
          <Button look="quiet" onClick={copy}>
            <Link2 size={14} aria-hidden />
            {texts.copyVersionLink}
          </Button>
          <Button look="quiet" onClick={() => setAsked('withdrawal')}>
            <PinOff size={14} aria-hidden />
            {texts.withdrawVersion}
          </Button>
        </>
      ) : (
        <Button look="quiet" onClick={() => setAsked('publication')}>
          <Pin size={14} aria-hidden />
          {texts.publishVersion}
        </Button>
      )}
    </div>
  );
}

interface WithdrawalProps {
  busy: boolean;
  error: Error | null;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before a version is withdrawn, as links to it stop working. */
function Withdrawal({ busy, error, onConfirm, onCancel }: WithdrawalProps) {
  return (
    <div className="mr-auto flex flex-wrap items-center gap-2">
      <p className="basis-full text-muted text-sm">{texts.withdrawRule}</p>
      <Button busy={busy} onClick={onConfirm}>
        {texts.withdraw}
      </Button>
      <Button ref={focusButton} look="quiet" onClick={onCancel}>
        {texts.cancel}
      </Button>
      {error && (
        <p role="alert" className="basis-full text-danger text-sm">
          {error.message}
        </p>
      )}
    </div>
  );
}

const focusButton = (button: HTMLButtonElement | null) => button?.focus();

interface NameFormProps {
  initial: string;
  required?: boolean;
  /** The button's text. */
  action: string;
  /** The consequence, in a sentence. */
  rule?: string;
  busy: boolean;
  error: Error | null;
  /** Called with the trimmed name. */
  onSubmit: (name: string) => void;
  onCancel: () => void;
}

const focus = (field: HTMLInputElement | null) => field?.focus();

function NameForm({
  initial,
  required = false,
  action,
  rule,
  busy,
  error,
  onSubmit,
  onCancel,
}: NameFormProps) {
  const [typed, setTyped] = useState(initial);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(typed.trim());
  };
  return (
    <form onSubmit={submit} className="flex w-full flex-wrap items-center gap-2 sm:w-auto sm:shrink-0">
      <input
        ref={focus}
        aria-label={texts.versionName}
        dir="auto"
        aria-invalid={error !== null || undefined}
        placeholder={texts.versionNameHint}
        required={required}
        pattern={required ? '.*\\S.*' : undefined}
        maxLength={limits.revisionNameLength}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className={`${fieldLook} min-w-32 max-w-60 flex-1`}
      />
      <Button type="submit" busy={busy}>
        {action}
      </Button>
      <Button look="quiet" onClick={onCancel}>
        {texts.cancel}
      </Button>
      {rule && <p className="basis-full text-muted text-sm">{rule}</p>}
      {error && (
        <p role="alert" className="basis-full text-danger text-sm">
          {error.message}
        </p>
      )}
    </form>
  );
}
