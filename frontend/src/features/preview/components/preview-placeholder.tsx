import { CirclePause, type LucideIcon, ShieldQuestionMark, TriangleAlert, Zap } from 'lucide-react';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/lists/list-states.tsx';
import type { PreviewStatus } from '../model/live-preview-state.ts';
import * as texts from '../status-texts.ts';
import { passFocusOn } from './pass-focus-on.ts';

interface State {
  icon: LucideIcon;
  title: string;
  text: string;
}

/** The states in which no project is visible. */
const states: Partial<Record<PreviewStatus, State>> = {
  paused: {
    icon: CirclePause,
    title: texts.paused,
    text: texts.pausedText,
  },
  foreign: {
    icon: ShieldQuestionMark,
    title: texts.foreign,
    text: texts.foreignText,
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
  /** Starts the project. */
  onRun: () => void;
  /** No other button on the page starts it. */
  isAlone: boolean;
}

/** Shown instead of the project while it is not visible. */
export default function PreviewPlaceholder({ status, onRun, isAlone }: PreviewPlaceholderProps) {
  const state = states[status];
  if (!state) return null;
  return (
    <div className="absolute inset-0 z-10 grid place-items-center overflow-y-auto bg-panel [&>*]:min-h-0">
      <EmptyState {...state}>
        {(isAlone || status === 'foreign') && (
          <Button ref={passFocusOn} look="primary" onClick={onRun}>
            {texts.run}
          </Button>
        )}
      </EmptyState>
    </div>
  );
}
