import { limits } from '@studio/contract/limits';
import { CloudOff, FileWarning, GitMerge, History } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { ApiError } from '@/lib/http-client.ts';
import { Button } from '@/ui/button.tsx';
import { momentText } from '@/ui/moment-text.ts';
import { Notice } from '@/ui/notice.tsx';
import type { ProjectStore } from '../model/project-store.ts';
import { rejectionReason } from '../model/rejection.ts';
import { OpenElsewhere } from './open-elsewhere.tsx';

interface NoticeBarProps {
  store: ProjectStore;
  onResolveConflict: () => void;
  /** Stores the text of a removed project as one's own. */
  onKeepCopy: () => void;
}

/** What the person should know or decide, above the editors until they do. */
export default function NoticeBar({ store, onResolveConflict, onKeepCopy }: NoticeBarProps) {
  const { actions } = store;
  const notice = useStore(store, (state) => state.notice);
  const ofNew = useStore(
    store,
    ({ offered, project }) => offered?.isNew && offered.projectKey !== project.key,
  );
  const ofRemoved = useStore(store, ({ offered }) => offered?.isNew && offered.detached !== null);
  const kept = useStore(store, (state) => state.kept);
  const isPublic = useStore(store, ({ project }) => project.isPublic);
  const rejected = useStore(store, rejectionReason);
  const hasConflict = useStore(store, (state) => state.conflict !== null);
  const online = useSyncExternalStore(followConnection, () => navigator.onLine);
  return (
    <>
      {rejected !== null && (
        <Notice
          role="alert"
          icon={FileWarning}
          text={`Not saved. ${rejected}`}
          more={
            kept
              ? 'Your text is kept in this browser and will be saved as soon as possible.'
              : 'This browser cannot keep your text. Leave this page open until it is saved.'
          }
        />
      )}
      {hasConflict && (
        <Notice icon={GitMerge} text="This project was changed elsewhere; your text is not saved yet.">
          <Button look="primary" onClick={onResolveConflict}>
            Resolve conflict
          </Button>
        </Notice>
      )}
      {notice?.kind === 'draft' && (
        <Notice
          icon={History}
          text={`Text of ${momentText(notice.savedAt)} was kept in this browser and is ${ofRemoved ? 'of a project that was removed' : ofNew ? 'of a project that was never saved' : 'newer than the saved project'}.`}
        >
          <Button look="primary" onClick={actions.restoreDraft}>
            Restore
          </Button>
          <Button onClick={actions.discardDraft}>Discard</Button>
        </Notice>
      )}
      {notice?.kind === 'removed' && (
        <Notice icon={FileWarning} text="This project was removed" more={whyRemoved[notice.by]}>
          {notice.by !== 'moderation' && (
            <Button look="primary" onClick={onKeepCopy}>
              Keep as my copy
            </Button>
          )}
          <Button onClick={actions.dismissNotice}>Dismiss</Button>
        </Notice>
      )}
      {notice?.kind === 'visibility' && notice.isPublic !== isPublic && (
        <Notice
          icon={FileWarning}
          text={`The project is still ${isPublic ? 'public' : 'private'}.`}
          more="It was saved, but what you chose meanwhile could not be sent. Choose it once more."
        >
          <Button onClick={actions.dismissNotice}>Dismiss</Button>
        </Notice>
      )}
      {notice?.kind === 'publication' && !isPublic && (
        <Notice
          icon={FileWarning}
          text="This project is private for now."
          more={`A new account can make ${limits.newcomerPublishedPerDay} projects public on its first day. You can make this one public from ${momentText(Date.parse(notice.from))}.`}
        >
          <Button onClick={actions.dismissNotice}>Dismiss</Button>
        </Notice>
      )}
      {notice?.kind === 'offline' && (
        <Notice
          icon={CloudOff}
          text={whyPending(notice.error, online)}
          more={
            kept
              ? 'Your text is kept in this browser and will be saved as soon as possible.'
              : 'This browser cannot keep your text. Leave this page open until it is saved.'
          }
        />
      )}
      <OpenElsewhere store={store} />
    </>
  );
}

/** Why a save has to wait. Without an answer, only the browser knows whether it has a connection. */
function whyPending({ status, message }: ApiError, online: boolean): string {
  if (status === 429) return message;
  if (status !== null) return 'The server has a problem.';
  return online ? 'The server cannot be reached.' : 'You are offline.';
}

function followConnection(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

const whyRemoved = {
  owner: 'It was deleted. Its text is still here, and stored nowhere else unless you keep it.',
  moderation: 'A moderator took it down. Its text stays here to be read.',
  visibility:
    'Its owner made it private. Its text is still here, and stored nowhere else unless you keep it.',
  unknown:
    'It was deleted or made private. Its text is still here, and stored nowhere else unless you keep it.',
};
