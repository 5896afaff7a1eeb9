import { CloudOff, FileWarning, GitMerge, History, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { Button } from '@/ui/button.tsx';
import type { ProjectStore } from '../model/project-store.ts';
import { momentText } from './moment-text.ts';

interface NoticeBarProps {
  store: ProjectStore;
  onResolveConflict: () => void;
}

/** What the person should know or decide, above the editors until they do. */
export default function NoticeBar({ store, onResolveConflict }: NoticeBarProps) {
  const { actions } = store;
  const notice = useStore(store, (state) => state.notice);
  const hasConflict = useStore(store, (state) => state.conflict !== null);
  return (
    <>
      {hasConflict && (
        <Bar icon={GitMerge} text="This project was changed elsewhere; your text is not saved yet.">
          <Button look="primary" onClick={onResolveConflict}>
            Resolve
          </Button>
        </Bar>
      )}
      {notice?.kind === 'draft' && (
        <Bar
          icon={History}
          text={`Text of ${momentText(notice.savedAt)} was kept in this browser and is newer than the saved project.`}
        >
          <Button look="primary" onClick={actions.restoreDraft}>
            Restore
          </Button>
          <Button onClick={actions.discardDraft}>Discard</Button>
        </Bar>
      )}
      {notice?.kind === 'removed' && (
        <Bar icon={FileWarning} text="This project was removed" more={whyRemoved[notice.by]}>
          <Button onClick={actions.dismissNotice}>Dismiss</Button>
        </Bar>
      )}
      {notice?.kind === 'offline' && (
        <Bar
          icon={CloudOff}
          text="You are offline."
          more="Your text is kept in this browser and saved when the connection is back."
        />
      )}
    </>
  );
}

const whyRemoved = {
  owner: 'It was deleted. Your text is kept here as a new project.',
  moderation: 'A moderator took it down. Your text is kept here as a new project.',
  visibility: 'Its owner made it private. The text is kept here as a new project.',
};

interface BarProps {
  icon: LucideIcon;
  text: string;
  more?: string;
  children?: ReactNode;
}

function Bar({ icon: Icon, text, more, children }: BarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-warning-soft px-4 py-1.5">
      <Icon size={16} aria-hidden className="shrink-0 text-warning" />
      <p className="min-w-40 flex-1">
        <span className="font-medium">{text}</span> {more && <span className="text-muted">{more}</span>}
      </p>
      {children && <div className="flex gap-2">{children}</div>}
    </div>
  );
}
