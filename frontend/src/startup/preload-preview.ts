import type { StudioConfig } from '@studio/contract/http/studio';
import { sandboxOrigin } from '@studio/contract/sandbox-frame';
import type { Source } from '@studio/engine/source';
import { openingLayout } from '@/features/editor/model/workspace-layout.ts';
import { previewTarget } from '@/features/preview/model/compile/preview-target.ts';
import { devices, deviceToOpen } from '@/features/preview/model/devices.ts';
import { startEarlyFrame } from '@/features/preview/model/frames/early-frame.ts';

/** How long (ms) the app waits for the preview, which on a slow machine would otherwise start after it. */
const maxHeadStartMs = 1_500;

/** A preview that is loaded before the app. */
export interface PreloadedPreview {
  /** Resolves when the project runs, cannot run, or takes longer than the app waits for it. */
  show(source: Source, hasByline: boolean): Promise<void>;
  /** Removes the preview, if there is nothing to show or it was not taken over. */
  end(): void;
}

/**
 * Starts the frame for a project while everything else is loading: it needs its own process, which takes the browser
 * longest. Null if the browser cannot move frames without reloading them.
 */
export function preloadPreview(projectKey: string, config: StudioConfig): PreloadedPreview | null {
  if (!('moveBefore' in document.body)) return null;
  const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
  const container = document.createElement('div');
  place(container);
  document.body.append(container);
  const frame = startEarlyFrame(container, sandboxOrigin(config.sandboxUrl, projectKey));
  const module = import('@/features/preview/model/start-preview.ts');
  const preview = module.then(({ startPreviewEarly }) => {
    const started = startPreviewEarly({
      projectKey,
      sandboxUrl: config.sandboxUrl,
      container,
      earlyFrame: frame,
      onStatus: (status) => status === 'starting' || settle(),
    });
    frame.repeatMessages();
    return started;
  });
  // The app imports the same module and reports errors.
  preview.catch(() => {
    frame.repeatMessages();
    container.remove();
    settle();
  });
  return {
    end: () => void module.then(({ endEarlyPreview }) => endEarlyPreview(), leaveToApp),
    async show(source, hasByline) {
      if (hasByline) container.style.marginTop = 'var(--spacing-byline)';
      setTimeout(settle, maxHeadStartMs);
      void preview.then((started) => started.show(source, previewTarget(config)), leaveToApp);
      await settled;
    },
  };
}

/** Positions it approximately where the panel will be; out of sight in a narrow window. */
function place({ style }: HTMLElement): void {
  const { size } = devices[deviceToOpen()];
  const { narrow, below, share: percent } = openingLayout();
  const share = percent / 100;
  const roomWidth = below ? innerWidth : innerWidth * share;
  const scale = size ? Math.min(1, roomWidth / size.width) : 1;
  const left = innerWidth - roomWidth + (size ? Math.max(0, roomWidth - size.width) / 2 : 0);
  Object.assign(style, {
    position: 'fixed',
    zIndex: narrow ? '0' : '15',
    left: narrow ? '0' : `${left}px`,
    top: `calc(var(--spacing-top) + 2 * var(--spacing-bar) + (${workspaceHeight}) * ${below && !narrow ? 1 - share : 0})`,
    width: `${size?.width ?? roomWidth}px`,
    height: size ? `${size.height}px` : panelHeight(below ? share : 1),
    transform: size ? `scale(${scale})` : 'none',
    transformOrigin: '0 0',
  });
}

/** The height of the window without the bars. */
const workspaceHeight = '100vh - var(--spacing-top) - 2 * var(--spacing-bar)';

/** A share (per cent) of it, without the preview's own bar and footer. */
function panelHeight(share: number): string {
  return `calc((${workspaceHeight}) * ${share} - var(--spacing-bar) - 24px)`;
}

function leaveToApp(): void {}
