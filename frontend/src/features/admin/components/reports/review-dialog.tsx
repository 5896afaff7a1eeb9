import { type Report, type Resolution, reportRoutes } from '@studio/contract/http/reports';
import { useState } from 'react';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import type { Call } from '@/lib/http-client.ts';
import { Button } from '@/ui/button.tsx';
import { confirm } from '@/ui/dialogs/confirm.ts';
import { Dialog } from '@/ui/dialogs/dialog.tsx';
import { NoteField } from '@/ui/fields/text-field.tsx';
import { FailedState, Skeleton } from '@/ui/lists/list-states.tsx';
import { Moment } from '@/ui/moment.tsx';
import { showProgress } from '@/ui/progress-indicators.tsx';
import { toast } from '@/ui/toast/toast.ts';
import { useEvidence, useProject, useReport } from '../../api/admin-queries.ts';
import * as texts from '../../texts.ts';
import { Facts, factsBesideCode } from '../facts.tsx';
import type { InjectedComponents } from '../injected-components.ts';
import { OpenProjectLink } from '../open-project-link.tsx';
import { CodePanes } from '../panel-tabs.tsx';

interface ReviewDialogProps {
  call: Call;
  /** As it was when it was opened. */
  opened: Report;
  injected: InjectedComponents;
  onDecided: () => void;
  onClose: () => void;
}

/** A report or an appeal in full: the statement, the code as it was reported, what has changed since, and the decision. */
export function ReviewDialog({ call, opened, injected, onDecided, onClose }: ReviewDialogProps) {
  const { data: report, refetch } = useReport(call, opened);
  const { project, published } = report;
  return (
    <Dialog title={texts.reportTitle(report, bidiIsolate(project.title))} width="wide" onClose={onClose}>
      <div className="flex min-h-0 flex-1 flex-col overflow-auto md:flex-row">
        <div className="grid shrink-0 grid-cols-1 content-start gap-4 p-4 md:w-96 md:overflow-auto md:border-r">
          <p role="status" className="rounded-md bg-warning-soft p-2 text-warning empty:hidden">
            {newsSince(opened, report)}
          </p>
          <Statement report={report} />
          <ReportedFacts call={call} report={report} />
          {project.exists && (
            <div className="flex flex-wrap gap-2">
              {published && !published.withdrawn && (
                <OpenProjectLink projectId={project.id} rev={published.rev} />
              )}
              <OpenProjectLink projectId={project.id} />
            </div>
          )}
          {report.state === 'open' && (
            <DecisionForm
              call={call}
              report={report}
              onDecided={onDecided}
              onChanged={() => void refetch()}
            />
          )}
        </div>
        <EvidencePanes call={call} report={report} injected={injected} />
      </div>
    </Dialog>
  );
}

/** What the decision is about; the author of a report can replace it while it is open. */
function statementOf({ reason, note, version, evidenceDigest }: Report) {
  return { reason, note, version, evidenceDigest };
}

/** What has happened to a report while it is open, by its author or by an admin, in another tab perhaps. */
function newsSince(opened: Report, report: Report): string {
  if (report.state !== opened.state) return texts.decidedSinceOpened;
  const hasChanged = JSON.stringify(statementOf(report)) !== JSON.stringify(statementOf(opened));
  return hasChanged ? texts.changedSinceOpened : '';
}

function Statement({ report }: { report: Report }) {
  const { kind, reason, note, reporter, createdAt, project, published, resolution } = report;
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
        <dt className="text-muted">{kind === 'appeal' ? texts.removedFor : texts.reason}</dt>
        <dd>{texts.reasonWords[reason]}</dd>
        <dt className="text-muted">{kind === 'appeal' ? texts.appealBy : texts.reportedBy}</dt>
        <dd dir="auto" className="break-words">
          {texts.accountName(reporter)}
        </dd>
        <dt className="text-muted">{texts.filed}</dt>
        <dd>
          <Moment at={createdAt} />
        </dd>
        <dt className="text-muted">{texts.owner}</dt>
        <dd dir="auto" className="break-words">
          {project.owner.username}
        </dd>
        <dt className="text-muted">{texts.project}</dt>
        <dd>{stateOf(project)}</dd>
        {published && (
          <>
            <dt className="text-muted">{texts.publishedVersion}</dt>
            <dd>{texts.versionState(published)}</dd>
          </>
        )}
      </dl>
      {note !== '' && (
        <blockquote dir="auto" className="whitespace-pre-wrap break-words border-s-2 ps-3">
          {note}
        </blockquote>
      )}
      {resolution && (
        <div className="text-muted">
          <p>
            {texts.resolvedBy(report, bidiIsolate(texts.accountName(resolution.by)))}{' '}
            <Moment at={resolution.at} />
          </p>
          {resolution.note !== '' && (
            <p dir="auto" className="mt-1 whitespace-pre-wrap break-words">
              {resolution.note}
            </p>
          )}
        </div>
      )}
    </>
  );
}

function stateOf({ exists, inTrash, removed }: Report['project']): string {
  if (inTrash) return texts.inTrash;
  if (!exists) return texts.deletedPermanently;
  return removed ? texts.removed : texts.stands;
}

/** What was reported besides the code; nothing while that is loading. */
function ReportedFacts({ call, report }: Pick<DecisionFormProps, 'call' | 'report'>) {
  const { data } = useEvidence(call, report);
  if (!data) return null;
  return (
    <>
      {data.picture !== null && (
        <figure>
          <img alt="" src={`data:image/webp;base64,${data.picture}`} className="w-full rounded-md border" />
          <figcaption className="text-muted text-sm">{texts.reportedPicture}</figcaption>
        </figure>
      )}
      <Facts facts={factsBesideCode(data)} />
    </>
  );
}

function EvidencePanes({
  call,
  report,
  injected,
}: Pick<ReviewDialogProps, 'call' | 'injected'> & { report: Report }) {
  const { Difference } = injected;
  const evidence = useEvidence(call, report);
  const present = useProject(call, report.project.exists ? report.project.id : null);
  if (!evidence.data && evidence.error) {
    return (
      <div className="flex-1">
        <FailedState title={texts.loadEvidenceFailed} error={evidence.error} onRetry={evidence.refetch} />
      </div>
    );
  }
  if (!evidence.data) {
    return (
      <div className="flex min-h-48 flex-1 flex-col p-4">
        <p className="sr-only">{texts.loadingEvidence}</p>
        <Skeleton className="flex-1" />
      </div>
    );
  }
  const { published } = report;
  const names = published
    ? { label: texts.latestCompared, before: texts.version(published.rev), after: texts.latestVersion }
    : { label: texts.changesSince, before: texts.whenReported, after: texts.now };
  return (
    <CodePanes
      code={evidence.data}
      {...(present.data && {
        more: {
          label: names.label,
          content: (
            <Difference
              before={{ name: names.before, content: evidence.data }}
              after={{ name: names.after, content: present.data }}
            />
          ),
        },
      })}
    />
  );
}

interface DecisionFormProps {
  call: Call;
  report: Report;
  /** Called once it is decided, by this admin or by another. */
  onDecided: () => void;
  onChanged: () => void;
}

type Action = Resolution['action'];

/** Resolves a report or an appeal, with a reason that the owner can read. */
function DecisionForm({ call, report, onDecided, onChanged }: DecisionFormProps) {
  const [note, setNote] = useState('');
  const [sending, setSending] = useState<Action | null>(null);

  const decide = async (action: Action) => {
    if (sending || !(await isConfirmed(action, report))) return;
    setSending(action);
    const body = { action, note: note.trim(), shown: statementOf(report) };
    const response = await showProgress(
      call(reportRoutes.resolveReport, { params: { id: report.id }, body }),
    );
    setSending(null);
    if (response.ok) {
      toast({ title: report.kind === 'appeal' ? texts.appealDecided : texts.reportDecided });
      onDecided();
    } else if (response.error.code === 'report_changed') {
      toast({ title: texts.reportChanged, description: response.error.message, tone: 'danger' });
      onChanged();
    } else if (response.error.status === 409) {
      toast({ title: texts.alreadyDecided, tone: 'danger' });
      onDecided();
    } else toast({ title: texts.decisionFailed, description: response.error.message, tone: 'danger' });
  };

  const isAppeal = report.kind === 'appeal';
  return (
    <form className="grid gap-3 border-t pt-4" onSubmit={(event) => event.preventDefault()}>
      <NoteField label={isAppeal ? texts.appealReason : texts.reportReason} value={note} onChange={setNote} />
      <div className="flex flex-wrap gap-2">
        {isAppeal ? (
          <Button look="primary" busy={sending === 'reinstate'} onClick={() => decide('reinstate')}>
            {texts.reinstateProject}
          </Button>
        ) : (
          <Button look="danger" busy={sending === 'remove'} onClick={() => decide('remove')}>
            {texts.removeProject}
          </Button>
        )}
        <Button busy={sending === 'dismiss'} onClick={() => decide('dismiss')}>
          {isAppeal ? texts.dismissAppeal : texts.dismissReport}
        </Button>
      </div>
    </form>
  );
}

/** Asks before a decision that takes something from the owner. */
async function isConfirmed(action: Action, report: Report): Promise<boolean> {
  if (action === 'remove') {
    const question = { title: texts.removeProject, text: texts.removeQuestion(report) };
    return confirm({ ...question, action: texts.removeProject, tone: 'danger' });
  }
  if (action === 'dismiss' && report.kind === 'appeal') {
    const question = { title: texts.dismissAppeal, text: texts.dismissAppealQuestion(report) };
    return confirm({ ...question, action: texts.dismissAppeal, tone: 'danger' });
  }
  return true;
}
