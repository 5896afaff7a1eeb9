import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import type { Call } from '@/lib/http-client.ts';
import { useOwnQueryClient } from '@/lib/query-client.ts';
import { Button } from '@/ui/button.tsx';
import { Notice } from '@/ui/notice.tsx';
import { readStanding, type Standing } from '../model/standing.ts';
import * as texts from '../texts.ts';
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
      <Notice icon={ShieldCheck} text={texts.back} more={texts.backMore}>
        <Button onClick={() => window.location.reload()}>{texts.reload}</Button>
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
  if (standing?.state !== 'down') return texts.kept;
  const { reason, note, appeal } = standing.takedown;
  return texts.takedownReason(
    reason,
    bidiIsolate(note),
    appeal === null ? texts.kept : appealStates[appeal.state],
  );
}

const appealStates = {
  open: texts.appealOpen,
  rejected: texts.appealRejected,
};
