import { useState } from 'react';
import { useStore } from 'zustand';
import NoticeBar from '@/features/projects/components/notice-bar.tsx';
import type { ProjectState } from '@/features/projects/model/project-state.ts';
import { isOwnSaved } from '@/features/projects/model/working-project.ts';
import TakedownNotice from '@/features/reports/components/takedown-notice.tsx';
import { NoticeArea } from '@/ui/notice.tsx';
import type { PageServices } from '../page-services.ts';
import { useConflictDialog } from './use-conflict-dialog.ts';

export interface NoticesProps {
  services: PageServices;
  mayLoad: () => Promise<boolean>;
  onResolveConflict: () => void;
  onKeepCopy: () => void;
}

/** All notices above the editors, and the dialog that a conflict opens by itself. */
export default function NoticeBars({ services, mayLoad, onResolveConflict, onKeepCopy }: NoticesProps) {
  const { project, call, socket } = services;
  /** A project that was taken down and is back. */
  const [restored, setRestored] = useState<string | null>(null);
  const moderated = useStore(project, (state) => {
    const { id, takenDown } = state.project;
    return isOwnSaved(state) && (takenDown || id === restored) ? id : null;
  });
  const hasConflict = useStore(project, (state) => state.save.conflict !== null);
  useConflictDialog(hasConflict, onResolveConflict);
  const isHere = (state: ProjectState) =>
    state.project.id === moderated && state.userId === project.remoteParts.user()?.id;
  return (
    <NoticeArea>
      {moderated !== null && (
        <TakedownNotice
          key={moderated}
          call={call}
          socket={socket}
          projectId={moderated}
          onBack={({ isPublic, isEmbeddable }) => {
            setRestored(moderated);
            const { workingCopy } = project.remoteParts;
            const state = workingCopy.getState();
            if (isHere(state))
              workingCopy.change({
                project: { ...state.project, isPublic, isEmbeddable, takenDown: undefined },
              });
          }}
          onGone={() => {
            const { workingCopy, isRemoving } = project.remoteParts;
            if (isHere(workingCopy.getState()) && !isRemoving(moderated)) workingCopy.detach('unknown');
          }}
          onDismiss={() => setRestored(null)}
        />
      )}
      <NoticeBar
        store={project}
        mayLoad={mayLoad}
        onResolveConflict={onResolveConflict}
        onKeepCopy={onKeepCopy}
      />
    </NoticeArea>
  );
}
