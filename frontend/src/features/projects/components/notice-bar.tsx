import { AppWindow, CloudOff, FileWarning, GitMerge, History } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { ApiError } from '@/lib/http-client.ts';
import { Button } from '@/ui/button.tsx';
import { confirm } from '@/ui/dialogs/confirm.ts';
import { momentText } from '@/ui/moment.tsx';
import { Notice } from '@/ui/notice.tsx';
import { continues, hasUnansweredCopy, offeredDraft } from '../model/local-copies/draft-offer.ts';
import type { Draft } from '../model/local-copies/draft-storage.ts';
import type { ProjectState } from '../model/project-state.ts';
import type { ProjectStore } from '../model/project-store.ts';
import { followOtherWindows } from '../model/remote/open-windows.ts';
import { rejectionReason } from '../model/saving/text-limits.ts';
import * as texts from '../notice-texts.ts';
import { createTrashCommands } from './lists/trash-commands.ts';

interface NoticeBarProps {
  store: ProjectStore;
  /** Asks whether another project may take the place of unsaved changes. */
  mayLoad: () => Promise<boolean>;
  onResolveConflict: () => void;
  /** Saves the text of a removed project as the user's own. */
  onKeepCopy: () => void;
}

/** The notices above the editors, shown until the user has handled them. */
export default function NoticeBar({ store, mayLoad, onResolveConflict, onKeepCopy }: NoticeBarProps) {
  const { actions } = store;
  const notice = useStore(store, (state) => state.notice);
  const projectKey = useStore(store, ({ project }) => project.key);
  const isSavedLater = useStore(store, isOfferSavedLater);
  const formerId = useStore(store, ({ project }) => project.formerId);
  const kept = useStore(store, (state) => state.kept);
  const isPublic = useStore(store, ({ project }) => project.isPublic);
  const rejected = useStore(store, rejectionReason);
  const isTooLong = useStore(store, ({ rejection }) => rejection?.kind === 'limit');
  const hasConflict = useStore(store, (state) => state.save.conflict !== null);
  const online = useSyncExternalStore(followConnection, () => navigator.onLine);
  const restoreRemoved = (id: string) =>
    createTrashCommands(store).restore({ id, isPublic: false, isEmbeddable: false });
  const mayReplace = (draft: Draft) => {
    if (replacesProject(draft, projectKey)) return mayLoad();
    actions.takeTitle();
    const { dirty } = store.getState();
    return !dirty || confirm({ title: texts.restoreKept, text: texts.restoreOver, action: texts.restore });
  };
  const restore = async (draft: Draft) => {
    if (await mayReplace(draft)) await actions.restoreDraft();
  };
  return (
    <>
      {rejected !== null && (
        <Notice
          role="alert"
          icon={FileWarning}
          text={texts.notSaved(rejected)}
          more={!kept ? texts.textNotKept : isTooLong ? texts.longTextKept : texts.refusedTextKept}
        />
      )}
      {hasConflict && (
        <Notice icon={GitMerge} text={texts.changedElsewhere}>
          <Button look="primary" onClick={onResolveConflict}>
            {texts.resolveConflict}
          </Button>
        </Notice>
      )}
      {notice?.kind === 'draft' && (
        <Notice
          icon={History}
          text={texts.draftKept(
            momentText(notice.draft.savedAt),
            draftOrigin(notice.draft, projectKey, isSavedLater),
          )}
        >
          <Button look="primary" onClick={() => restore(notice.draft)}>
            {texts.restore}
          </Button>
          <Button onClick={actions.discardDraft}>{texts.discard}</Button>
        </Notice>
      )}
      {notice?.kind === 'removed' && (
        <Notice
          icon={FileWarning}
          text={texts.removed}
          more={(formerId === undefined ? whyRemoved : whyOwnRemoved)[notice.by]}
        >
          {formerId !== undefined && (
            <Button look="primary" onClick={() => restoreRemoved(formerId)}>
              {texts.restore}
            </Button>
          )}
          {notice.by !== 'moderation' && (
            <Button look={formerId === undefined ? 'primary' : 'plain'} onClick={onKeepCopy}>
              {texts.keepCopy}
            </Button>
          )}
          <Button onClick={actions.dismissNotice}>{texts.dismiss}</Button>
        </Notice>
      )}
      {notice?.kind === 'visibility' && notice.isPublic !== isPublic && (
        <Notice
          icon={FileWarning}
          text={texts.visibilityUnchanged(isPublic)}
          more={texts.chooseVisibilityAgain}
        >
          <Button onClick={actions.dismissNotice}>{texts.dismiss}</Button>
        </Notice>
      )}
      {notice?.kind === 'publication' && !isPublic && (
        <Notice icon={FileWarning} text={texts.privateForNow} more={texts.whyNotPublic(notice.limit)}>
          <Button onClick={actions.dismissNotice}>{texts.dismiss}</Button>
        </Notice>
      )}
      {notice?.kind === 'offline' && (
        <Notice
          icon={CloudOff}
          text={whyPending(notice.error, online)}
          more={kept ? texts.textKept : texts.textNotKept}
        />
      )}
      <OpenElsewhere store={store} />
    </>
  );
}

/** Why a save has to wait. Without a response, `online` distinguishes a lost connection from a missing server. */
function whyPending({ status, message }: ApiError, online: boolean): string {
  if (status === 429) return message;
  if (status !== null) return texts.serverProblem;
  return online ? texts.serverUnreachable : texts.offline;
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
  owner: texts.deletedMore,
  moderation: texts.moderationMore,
  visibility: texts.madePrivateMore,
  unknown: texts.goneMore,
};

/** Only its owner's deletion is known to lead to the trash. */
const whyOwnRemoved = {
  owner: texts.ownDeletedMore,
  moderation: texts.ownGoneMore,
  visibility: texts.ownGoneMore,
  unknown: texts.ownGoneMore,
};

/** A notice while the project is also open in another window of this browser; it can be dismissed. */
function OpenElsewhere({ store }: { store: ProjectStore }) {
  const projectId = useStore(store, ({ project }) => project.id);
  return projectId !== null && <OtherWindows key={projectId} projectId={projectId} />;
}

function OtherWindows({ projectId }: { projectId: string }) {
  const [open, setOpen] = useState(false);
  const [read, setRead] = useState(false);
  useEffect(() => followOtherWindows(projectId, setOpen), [projectId]);
  if (!open || read) return null;
  return (
    <Notice icon={AppWindow} text={texts.openElsewhere} more={texts.openElsewhereMore}>
      <Button onClick={() => setRead(true)}>{texts.gotIt}</Button>
    </Notice>
  );
}

/** Whether an offered draft is of another project, which would replace the open one. */
function replacesProject({ isNew, projectKey }: Draft, openKey: string): boolean {
  return isNew && projectKey !== openKey;
}

/** Whether the open project was saved after the offered draft was begun. Not by time: the server has another clock. */
function isOfferSavedLater(state: ProjectState): boolean {
  const offered = offeredDraft(state);
  return offered !== null && !continues(offered, state);
}

/** What an offered draft is of, and whether it is newer. `copied`: the response to its copy was lost. */
function draftOrigin(draft: Draft, openKey: string, isSavedLater: boolean) {
  if (hasUnansweredCopy(draft)) return 'copied';
  if (draft.isNew && draft.detached !== null) return 'removed';
  if (replacesProject(draft, openKey)) return 'never saved';
  return isSavedLater ? 'saved later' : 'saved before';
}
