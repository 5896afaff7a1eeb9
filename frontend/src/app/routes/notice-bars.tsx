import { useStore } from 'zustand';
import NoticeBar from '@/features/projects/components/notice-bar.tsx';
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
  const takenDown = useStore(project, (state) =>
    isOwnSaved(state) && state.project.takenDown ? state.project.id : null,
  );
  const hasConflict = useStore(project, (state) => state.save.conflict !== null);
  useConflictDialog(hasConflict, onResolveConflict);
  return (
    <NoticeArea>
      {takenDown !== null && (
        <TakedownNotice
          key={takenDown}
          call={call}
          socket={socket}
          projectId={takenDown}
          onGone={() => {
            const { workingCopy, user, isRemoving } = project.remoteParts;
            const state = workingCopy.getState();
            const isHere = state.project.id === takenDown && state.userId === user()?.id;
            if (isHere && !isRemoving(takenDown)) workingCopy.detach('unknown');
          }}
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
