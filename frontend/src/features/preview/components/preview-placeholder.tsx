import { CirclePause, type LucideIcon, TriangleAlert, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '@/ui/lists/list-states.tsx';
import type { PreviewStatus } from '../model/live-preview-state.ts';
import * as texts from '../status-texts.ts';

interface State {
  icon: LucideIcon;
  title: string;
  text: string;
}

/** The states in which there is no project to be seen. */
const states: Partial<Record<PreviewStatus, State>> = {
  paused: {
    icon: CirclePause,
    title: texts.paused,
    text: texts.pausedText,
  },
  stopped: {
    icon: CirclePause,
    title: texts.stopped,
    text: texts.stoppedText,
  },
  crashed: {
    icon: Zap,
    title: texts.crashed,
    text: texts.crashedText,
  },
  failed: {
    icon: TriangleAlert,
    title: texts.failed,
    text: texts.failedText,
  },
};

interface PreviewPlaceholderProps {
  status: PreviewStatus;
  /** The button that starts the project, where no other is in reach. */
  children?: ReactNode;
}

/** What stands in the project's place while it cannot be seen. */
export default function PreviewPlaceholder({ status, children }: PreviewPlaceholderProps) {
  const state = states[status];
  if (!state) return null;
  return (
    <div className="absolute inset-0 z-10 grid place-items-center bg-panel">
      <EmptyState {...state}>{children}</EmptyState>
    </div>
  );
}
