import { CirclePause, type LucideIcon, TriangleAlert, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '@/ui/empty-state.tsx';
import type { PreviewStatus } from '../model/preview-status.ts';

interface State {
  icon: LucideIcon;
  title: string;
  text: string;
}

/** The states in which there is no project to be seen. */
const states: Partial<Record<PreviewStatus, State>> = {
  paused: {
    icon: CirclePause,
    title: 'This project did not respond last time',
    text: 'It has not been started. Press Run, or change the code, to start it.',
  },
  stopped: {
    icon: CirclePause,
    title: 'Stopped',
    text: 'Press Run, or change the code, to start again.',
  },
  crashed: {
    icon: Zap,
    title: 'The page crashed',
    text: 'It may need more memory than there is. Press Run, or change the code, to start again.',
  },
  failed: {
    icon: TriangleAlert,
    title: 'The preview could not start',
    text: 'No preview page answers. The console says which address was tried.',
  },
};

interface StageStateProps {
  status: PreviewStatus;
  /** The button that starts the project, where no other is in reach. */
  children?: ReactNode;
}

/** What stands in the project's place while it cannot be seen. */
export default function StageState({ status, children }: StageStateProps) {
  const state = states[status];
  if (!state) return null;
  return (
    <div className="absolute inset-0 z-10 grid place-items-center bg-panel">
      <EmptyState {...state}>{children}</EmptyState>
    </div>
  );
}
