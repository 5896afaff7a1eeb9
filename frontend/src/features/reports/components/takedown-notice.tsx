import { type Project, projectRoutes } from '@studio/contract/http/projects';
import { reportRoutes, type Takedown } from '@studio/contract/http/reports';
import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import type { ApiError, Call } from '@/lib/http-client.ts';
import { useOwnQueryClient } from '@/lib/query-client.ts';
import type { SocketClient } from '@/lib/socket-client.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialogs/dialog.tsx';
import { NoteField } from '@/ui/fields/text-field.tsx';
import { Notice } from '@/ui/notice.tsx';
import { toast } from '@/ui/toast/toast.ts';
import * as texts from '../texts.ts';

interface TakedownNoticeProps {
  call: Call;
  socket: SocketClient;
  projectId: string;
  /** The moderators have restored the project. */
  onBack: (project: Project) => void;
  /** The project no longer exists. */
  onGone: () => void;
  onDismiss: () => void;
}

/** Informs the owner that a project was taken down, why, and about the appeal. */
export default function TakedownNotice(props: TakedownNoticeProps) {
  return (
    <QueryClientProvider client={useOwnQueryClient()}>
      <TakedownState {...props} />
    </QueryClientProvider>
  );
}

function TakedownState({ call, socket, projectId, onBack, onGone, onDismiss }: TakedownNoticeProps) {
  const client = useQueryClient();
  const [appealing, setAppealing] = useState(false);
  const queryKey = ['moderation', projectId];
  const { data, error, refetch } = useQuery({
    queryKey,
    refetchOnWindowFocus: true,
    queryFn: ({ signal }) => readModerationState(call, projectId, signal),
  });
  useEffect(() => {
    const stops = [
      socket.on('appeal:decided', (event) => event.projectId === projectId && void refetch()),
      // It may have been deleted, or restored and taken down again.
      socket.on('project:removed', (event) => event.projectId === projectId && void refetch()),
      // The decision may have been made while there was no connection.
      socket.on('connect', () => void refetch()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [socket, projectId, refetch]);
  const applyState = useEffectEvent((moderation: ModerationState | undefined) => {
    if (moderation?.state === 'back') onBack(moderation.project);
    else if (moderation?.state === 'gone') onGone();
  });
  useEffect(() => applyState(data), [data]);

  if (data?.state === 'back') {
    return (
      <Notice icon={ShieldCheck} text={texts.back} more={texts.backMore}>
        <Button onClick={onDismiss}>{texts.dismiss}</Button>
      </Notice>
    );
  }
  return (
    <>
      <Notice icon={ShieldAlert} text={texts.takenDown} more={explanation(data)}>
        {data?.state === 'down' && data.takedown.appeal === null && (
          <Button look="primary" aria-haspopup="dialog" onClick={() => setAppealing(true)}>
            {texts.appeal}
          </Button>
        )}
        {!data && error && <Button onClick={() => refetch()}>{texts.why}</Button>}
      </Notice>
      {appealing && (
        <AppealDialog
          call={call}
          projectId={projectId}
          onAppealed={(takedown) => {
            const moderation: ModerationState = { state: 'down', takedown };
            client.setQueryData(queryKey, moderation);
          }}
          onRefused={() => void refetch()}
          onClose={() => setAppealing(false)}
        />
      )}
    </>
  );
}

function explanation(moderation: ModerationState | undefined): string {
  if (moderation?.state !== 'down') return texts.kept;
  const { takedown } = moderation;
  return texts.takedownReason(takedown, stateOf(takedown.appeal));
}

function stateOf(appeal: Takedown['appeal']): string {
  if (appeal === null) return texts.kept;
  return appeal.state === 'open' ? texts.appealOpen : texts.appealDismissed(appeal.rejectionReason);
}

interface AppealDialogProps {
  call: Call;
  projectId: string;
  /** The takedown with the new appeal. */
  onAppealed: (takedown: Takedown) => void;
  /** The studio refused the appeal: another tab may have sent one, or the moderators may have decided. */
  onRefused: () => void;
  onClose: () => void;
}

/** The owner's one objection to a takedown (specification: Moderation). */
function AppealDialog({ call, projectId, onAppealed, onRefused, onClose }: AppealDialogProps) {
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const response = await call(reportRoutes.appealTakedown, { params: { id: projectId }, body: { note } });
    setBusy(false);
    if (!response.ok) {
      setProblem(response.error.message);
      onRefused();
      return;
    }
    toast({ title: texts.appealSent, description: texts.appealSentText });
    onAppealed(response.data);
    onClose();
  };

  return (
    <Dialog title={texts.appeal} description={texts.appealText} onClose={onClose}>
      <form onSubmit={send} className="grid gap-4 p-4">
        <NoteField label={texts.appealNote} required value={note} onChange={setNote} />
        {problem !== null && (
          <p role="alert" className="wrap-anywhere text-danger">
            {texts.appealNotSent(problem)}
          </p>
        )}
        <Button type="submit" look="primary" busy={busy} className="justify-self-end">
          {texts.sendAppeal}
        </Button>
      </form>
    </Dialog>
  );
}

/** Whether the user's project is taken down, restored or deleted. */
export type ModerationState =
  | { state: 'down'; takedown: Takedown }
  | { state: 'back'; project: Project }
  | { state: 'gone' };

/** Loads the takedown of a project; without one, whether the project exists. @throws the server's message */
export async function readModerationState(
  call: Call,
  projectId: string,
  signal: AbortSignal,
): Promise<ModerationState> {
  const asked = { params: { id: projectId }, signal };
  const takedown = await call(reportRoutes.readTakedown, asked);
  if (takedown.ok) return { state: 'down', takedown: takedown.data };
  if (takedown.error.code !== 'not_found') throw failure(takedown.error);
  const project = await call(projectRoutes.readProject, asked);
  // Without for_embed the response is always a whole project (specification: HTTP).
  if (project.ok) return { state: 'back', project: project.data as Project };
  if (project.error.code !== 'not_found') throw failure(project.error);
  return { state: 'gone' };
}

function failure({ message }: ApiError): Error {
  return new Error(message);
}
