import '@/config/zod-under-csp.ts';
import { localStore } from '@/lib/browser-storage.ts';
import { previewOrigins } from './frames/preview-options.ts';
import { createHangMark, isForeign, markForeign } from './hang-mark.ts';
import { createLivePreview, type LivePreview, type LivePreviewOptions } from './live-preview.ts';

export { isForeign, markForeign };

interface PreviewPlace extends Omit<LivePreviewOptions, 'origins' | 'originsOf' | 'hangMark'> {
  /** A different project gets an origin, and so a storage, of its own. */
  projectKey: string;
  /** `SANDBOX_URL` with `{id}`. */
  sandboxUrl: string;
}

interface EarlyPreview {
  projectKey: string;
  container: HTMLElement;
  relay: PreviewRelay;
  preview: LivePreview;
}

/** The preview that runs already while the page around it is still on its way. */
let early: EarlyPreview | null = null;

/** Starts the preview of one project in this browser, or takes over the one that was started early. */
export function startPreview(place: PreviewPlace): LivePreview {
  if (early?.projectKey !== place.projectKey) {
    endEarlyPreview();
    return create(place);
  }
  const { container, relay, preview } = early;
  early = null;
  place.container.moveBefore(container, null);
  container.className = 'absolute inset-0';
  container.removeAttribute('style');
  relay.connect(place);
  return preview;
}

/**
 * Starts a preview before the app is there: `startPreview` moves its container into the page, and what the preview had
 * to say until then is told at once. `onStatus` hears from the start whether it runs.
 */
export function startPreviewEarly(
  place: Pick<PreviewPlace, 'projectKey' | 'sandboxUrl' | 'container' | 'earlyFrame' | 'onStatus'>,
): LivePreview {
  const relay = createPreviewRelay();
  const preview = create({
    ...place,
    ...relay.listeners,
    onStatus(status) {
      place.onStatus(status);
      relay.listeners.onStatus(status);
    },
  });
  early = { projectKey: place.projectKey, container: place.container, relay, preview };
  return preview;
}

/** Nobody has come for the early preview, or it is not wanted any more. */
export function endEarlyPreview(): void {
  early?.preview.destroy();
  early?.container.remove();
  early = null;
}

function create({ projectKey, sandboxUrl, ...options }: PreviewPlace): LivePreview {
  const originsOf = (key: string) => previewOrigins(sandboxUrl, key, location);
  return createLivePreview({
    ...options,
    origins: originsOf(projectKey),
    originsOf,
    hangMark: createHangMark(localStore, projectKey),
  });
}

type PreviewListeners = Pick<
  LivePreviewOptions,
  'onConsole' | 'onRun' | 'onNotice' | 'onStatus' | 'onProblems' | 'onWork' | 'onPackages'
>;

/** Keeps what a preview has to say until somebody listens. */
interface PreviewRelay {
  listeners: PreviewListeners;
  /** Tells, in its order, what was kept; from now on everything is passed on at once. */
  connect(to: PreviewListeners): void;
}

function createPreviewRelay(): PreviewRelay {
  let connected: PreviewListeners | null = null;
  let kept: ((to: PreviewListeners) => void)[] = [];
  const forward = (message: (to: PreviewListeners) => void) => {
    if (connected) message(connected);
    else kept.push(message);
  };
  return {
    listeners: {
      onConsole: (entry) => forward((to) => to.onConsole(entry)),
      onRun: () => forward((to) => to.onRun()),
      onNotice: (level, text) => forward((to) => to.onNotice(level, text)),
      onStatus: (status) => forward((to) => to.onStatus(status)),
      onProblems: (problems) => forward((to) => to.onProblems(problems)),
      onWork: (work) => forward((to) => to.onWork(work)),
      onPackages: (packages) => forward((to) => to.onPackages(packages)),
    },
    connect(to) {
      connected = to;
      for (const message of kept) message(to);
      kept = [];
    },
  };
}
