import { localStore } from '@/lib/client.ts';
import { createHangMark } from './hang-mark.ts';
import { createLivePreview, type LivePreview, type LivePreviewOptions } from './live-preview.ts';
import { previewOrigins } from './origins.ts';

interface PreviewPlace extends Omit<LivePreviewOptions, 'origins' | 'hangMark'> {
  /** A different project gets an origin, and so a storage, of its own. */
  projectKey: string;
  /** `SANDBOX_URL` with `{id}`. */
  sandboxUrl: string;
}

/** Starts the preview of one project in this browser. */
export function startPreview({ projectKey, sandboxUrl, ...options }: PreviewPlace): LivePreview {
  return createLivePreview({
    ...options,
    origins: previewOrigins(sandboxUrl, projectKey, location),
    hangMark: createHangMark(localStore, projectKey),
  });
}
