import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Call } from '@/lib/http-client.ts';
import { isolated } from '@/lib/isolated.ts';
import { useOwnQueryClient } from '@/lib/query-client.ts';
import { Button } from '@/ui/button.tsx';
import { Notice } from '@/ui/notice.tsx';
import { reasonNames } from '../model/reasons.ts';
import { readStanding, type Standing } from '../model/standing.ts';
import { AppealDialog } from './appeal-dialog.tsx';

interface TakedownNoticeProps {
  call: Call;
  projectId: string;
  /** The project is not there any more. */
  onGone: () => void;
}

/** Tells the owner that a project was taken down, why, and what became of the appeal. */
export default function TakedownNotice(props: TakedownNoticeProps) {
  return (
    <QueryClientProvider client={useOwnQueryClient()}>
      <Told {...props} />
    </QueryClientProvider>
  );
}

function Told({ call, projectId, onGone }: TakedownNoticeProps) {
  const client = useQueryClient();
  const [appealing, setAppealing] = useState(false);
  const queryKey = ['standing', projectId];
  const { data, error, refetch } = useQuery({
    queryKey,
    refetchOnWindowFocus: true,
    queryFn: ({ signal }) => readStanding(call, projectId, signal),
  });
  const isGone = data?.state === 'gone';
  useEffect(() => {
    if (isGone) onGone();
  }, [isGone, onGone]);

  if (data?.state === 'back') {
    return (
      <Notice icon={ShieldCheck} text="The moderators gave this project back." more="It is as it was before.">
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </Notice>
    );
  }
  return (
    <>
      <Notice icon={ShieldAlert} text="The moderators took this project down." more={explanation(data)}>
        {data?.state === 'down' && data.takedown.appeal === null && (
          <Button look="primary" aria-haspopup="dialog" onClick={() => setAppealing(true)}>
            Appeal
          </Button>
        )}
        {!data && error && <Button onClick={() => refetch()}>Why?</Button>}
      </Notice>
      {appealing && (
        <AppealDialog
          call={call}
          projectId={projectId}
          onAppealed={(takedown) => {
            const standing: Standing = { state: 'down', takedown };
            client.setQueryData(queryKey, standing);
          }}
          onClose={() => setAppealing(false)}
        />
      )}
    </>
  );
}

function explanation(standing: Standing | undefined): string {
  const kept = 'Nobody else can see it; your text is kept.';
  if (standing?.state !== 'down') return kept;
  const { reason, note, appeal } = standing.takedown;
  const words = note === '' ? '' : ` “${isolated(note)}”`;
  return `Reason: ${reasonNames[reason]}.${words} ${appeal === null ? kept : appealStates[appeal.state]}`;
}

const appealStates = {
  open: 'Your appeal is with the moderators.',
  rejected: 'Your appeal was rejected.',
};
