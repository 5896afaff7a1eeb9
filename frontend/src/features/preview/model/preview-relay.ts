import type { LivePreviewOptions } from './live-preview.ts';

type PreviewListeners = Pick<
  LivePreviewOptions,
  'onConsole' | 'onRun' | 'onNotice' | 'onStatus' | 'onProblems' | 'onCompiling'
>;

/** Keeps what a preview has to say until somebody listens. */
export interface PreviewRelay {
  listeners: PreviewListeners;
  /** Tells, in its order, what was kept; from now on everything is passed on at once. */
  connect(to: PreviewListeners): void;
}

export function createPreviewRelay(): PreviewRelay {
  let connected: PreviewListeners | null = null;
  let kept: ((to: PreviewListeners) => void)[] = [];
  const tell = (message: (to: PreviewListeners) => void) => {
    if (connected) message(connected);
    else kept.push(message);
  };
  return {
    listeners: {
      onConsole: (entry) => tell((to) => to.onConsole(entry)),
      onRun: () => tell((to) => to.onRun()),
      onNotice: (level, text) => tell((to) => to.onNotice(level, text)),
      onStatus: (status) => tell((to) => to.onStatus(status)),
      onProblems: (problems) => tell((to) => to.onProblems(problems)),
      onCompiling: (compiling) => tell((to) => to.onCompiling(compiling)),
    },
    connect(to) {
      connected = to;
      for (const message of kept) message(to);
      kept = [];
    },
  };
}
