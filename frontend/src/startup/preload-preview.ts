import type { StudioConfig } from '@studio/contract/http/studio';
import { sandboxOrigin } from '@studio/contract/sandbox-frame';
import type { Source } from '@studio/engine/source';
import { narrowBelow, openingPreview } from '@/features/editor/model/workspace-layout.ts';
import { previewTarget } from '@/features/preview/model/compile/preview-target.ts';
import { devices, deviceToOpen } from '@/features/preview/model/devices.ts';
import { startEarlyFrame } from '@/features/preview/model/frames/early-frame.ts';

/** The app waits no longer than this (ms) for the preview, which on a slow machine would otherwise wait for all of the app. */
const longestHead = 1_500;

/** A preview on its way before the app. */
export interface PreloadedPreview {
  /** Resolves when the project runs, cannot run, or takes so long that the app must not wait for it. */
  show(source: Source, hasByline: boolean): Promise<void>;
  /** There is nothing to show, or nobody has taken it over. */
  end(): void;
}

/**
 * Starts the frame in which a project will run while everything else is still being asked for: it needs a process of
 * its own, and that takes the browser longest. Null where frames cannot be moved later without losing their page.
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
  // The app asks for the same module, and says what is wrong.
  preview.catch(() => {
    frame.repeatMessages();
    container.remove();
    settle();
  });
  return {
    end: () => void module.then(({ endEarlyPreview }) => endEarlyPreview(), leaveToApp),
    async show(source, hasByline) {
      if (hasByline) container.style.marginTop = 'var(--spacing-bar)';
      setTimeout(settle, longestHead);
      void preview.then((started) => started.show(source, previewTarget(config)), leaveToApp);
      await settled;
    },
  };
}

/** Where the panel will have it, as near as can be told before it is there; out of sight in a narrow window. */
function place({ style }: HTMLElement): void {
  const { size } = devices[deviceToOpen()];
  const narrow = innerWidth < narrowBelow;
  const { below, share: percent } = openingPreview(narrow);
  const share = percent / 100;
  const roomWidth = below ? innerWidth : innerWidth * share;
  const scale = size ? Math.min(1, roomWidth / size.width) : 1;
  const left = innerWidth - roomWidth + (size ? Math.max(0, roomWidth - size.width) / 2 : 0);
  Object.assign(style, {
    position: 'fixed',
    zIndex: narrow ? '0' : '15',
    left: narrow ? '0' : `${left}px`,
    top: `calc(var(--spacing-header) + 2 * var(--spacing-bar) + (${workspaceHeight}) * ${below && !narrow ? 1 - share : 0})`,
    width: `${size?.width ?? roomWidth}px`,
    height: size ? `${size.height}px` : panelHeight(below ? share : 1),
    transform: size ? `scale(${scale})` : 'none',
    transformOrigin: '0 0',
  });
}

/** What the bars leave of the window. */
const workspaceHeight = '100vh - var(--spacing-header) - 2 * var(--spacing-bar)';

/** That or a share of it, less the preview's own bar and footer. */
function panelHeight(share: number): string {
  return `calc((${workspaceHeight}) * ${share} - var(--spacing-bar) - 24px)`;
}

function leaveToApp(): void {}
