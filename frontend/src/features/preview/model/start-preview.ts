import '@/config/zod-under-csp.ts';
import { localStore } from '@/lib/browser-storage.ts';
import { previewOrigins } from './frames/preview-options.ts';
import { createLivePreview, type LivePreview, type LivePreviewOptions } from './live-preview.ts';
import { createRunGuard } from './run-guard.ts';

interface PreviewPlace extends Omit<LivePreviewOptions, 'origins' | 'originsOf' | 'runGuard'> {
  /** Each project has its own origin, and thus its own storage. */
  projectKey: string;
  /** The key since the first save, if that was before this preview. */
  presentKey?: string | undefined;
  /** `SANDBOX_URL` with `{id}`. */
  sandboxUrl: string;
}

interface EarlyPreview {
  projectKey: string;
  container: HTMLElement;
  relay: PreviewRelay;
  preview: LivePreview;
}

/** The preview that was started before the app has loaded. */
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
 * Starts a preview before the app has loaded. `startPreview` later moves its container into the page and passes on the
 * events so far. `onStatus` is called from the start.
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

/** Removes the early preview if it was not taken over. */
export function endEarlyPreview(): void {
  early?.preview.destroy();
  early?.container.remove();
  early = null;
}

function create({ projectKey, presentKey = projectKey, sandboxUrl, ...options }: PreviewPlace): LivePreview {
  const originsOf = (key: string) => previewOrigins(sandboxUrl, key, location);
  const runGuard = createRunGuard(localStore, projectKey);
  if (presentKey !== projectKey) runGuard.moveTo(presentKey);
  return createLivePreview({ ...options, origins: originsOf(presentKey), originsOf, runGuard });
}

type PreviewListeners = Pick<
  LivePreviewOptions,
  'onConsole' | 'onRun' | 'onNotice' | 'onStatus' | 'onProblems' | 'onWork' | 'onPackages'
>;

/** Keeps a preview's events until there are listeners. */
interface PreviewRelay {
  listeners: PreviewListeners;
  /** Passes on the kept events in their order, and later ones immediately. */
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
