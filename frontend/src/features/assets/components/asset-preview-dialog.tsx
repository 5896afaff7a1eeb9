import { type Asset, extensionOf, playerOf } from '@studio/contract/http/assets';
import { FileX } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { formatSize } from '@/lib/files/file-size.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialogs/dialog.tsx';
import { EmptyState } from '@/ui/lists/list-states.tsx';
import { Spinner } from '@/ui/progress-indicators.tsx';
import * as texts from '../texts.ts';

interface AssetPreviewDialogProps {
  asset: Asset;
  onClose: () => void;
}

/** Shows an asset's content: image, audio, video, font, text or PDF. */
export function AssetPreviewDialog({ asset, onClose }: AssetPreviewDialogProps) {
  return (
    <Dialog
      title={bidiIsolate(asset.name)}
      note={<span className="shrink-0 text-muted text-sm">{formatSize(asset.size)}</span>}
      width="wide"
      onClose={onClose}
    >
      <Content asset={asset} />
    </Dialog>
  );
}

function Content({ asset }: { asset: Asset }) {
  const { category, name } = asset;
  if (category === 'images' || category === 'media') return <MediaPreview asset={asset} />;
  if (category === 'fonts') return <FontPreview asset={asset} />;
  if (extensionOf(name) !== 'pdf') return <TextPreview asset={asset} />;
  return <PdfPreview asset={asset} />;
}

/** An image, audio or video, loaded from its URL. */
function MediaPreview({ asset: { category, name, url } }: { asset: Asset }) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const show = () => setState('shown');
  const fail = () => setState('failed');
  if (state === 'failed') {
    return <EmptyState icon={FileX} title={texts.cannotShow} text={texts.unplayable} />;
  }
  return (
    <div className="relative grid min-h-0 flex-1 place-items-center p-4">
      {state === 'loading' && (
        <p role="status" className="absolute flex items-center gap-2 text-muted">
          <Spinner />
          {texts.loading}
        </p>
      )}
      {category === 'images' ? (
        <img
          src={url}
          alt={name}
          onLoad={show}
          onError={fail}
          className="max-h-full min-h-0 max-w-full object-contain"
        />
      ) : playerOf(name) === 'audio' ? (
        <audio
          controls
          aria-label={name}
          src={url}
          onLoadedMetadata={show}
          onError={fail}
          className="w-full max-w-120"
        />
      ) : (
        <video
          controls
          aria-label={name}
          src={url}
          onLoadedMetadata={show}
          onError={fail}
          className="max-h-full min-h-0 max-w-full"
        />
      )}
    </div>
  );
}

/**
 * A PDF in the browser's own viewer, if it has one. Chromium has none in a frame with `sandbox`; the file's own policy
 * isolates it (specification: Files).
 */
function PdfPreview({ asset: { name, url } }: { asset: Asset }) {
  return (
    <>
      {navigator.pdfViewerEnabled && (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- see above
        <iframe src={url} title={name} className="min-h-0 w-full flex-1" />
      )}
      <p className="p-4 text-center">
        <a href={url} target="_blank" rel="noopener noreferrer" className="text-accent underline">
          {texts.openInTab}
        </a>
      </p>
    </>
  );
}

/** The beginning of a text file. */
function TextPreview({ asset: { url, size } }: { asset: Asset }) {
  const state = useContent(url, readTextStart);
  const start = state.status === 'loaded' ? state.content : null;
  return (
    <>
      {start?.isCut && (
        <p className="shrink-0 border-b bg-warning-soft px-4 py-1.5 text-sm text-warning">
          {texts.shownPart(shownBytes / 1_000, formatSize(size))}
        </p>
      )}
      <ContentFrame state={state}>
        <pre className="whitespace-pre-wrap break-words p-4 font-mono text-sm">{start?.text}</pre>
      </ContentFrame>
    </>
  );
}

const family = 'asset-preview';
const specimen = [
  'The quick brown fox jumps over the lazy dog',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  '0123456789 !?&@%',
];
const sizes = [40, 24, 16];

/** The font is fetched, because the page's CSP allows no fonts of other origins. */
async function readFont(response: Response): Promise<FontFace> {
  return new FontFace(family, await response.arrayBuffer()).load();
}

/** A specimen of a font in several sizes. */
function FontPreview({ asset: { url } }: { asset: Asset }) {
  const font = useContent(url, readFont);
  useShownFont(font);
  return (
    <ContentFrame state={font}>
      <div style={{ fontFamily: family }} className="grid grid-cols-1 gap-6 break-words p-6">
        {sizes.map((size) => (
          <div key={size} style={{ fontSize: size, lineHeight: 1.3 }}>
            {specimen.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        ))}
      </div>
    </ContentFrame>
  );
}

/** Registers the font while it is shown. */
function useShownFont(font: ContentState<FontFace>): void {
  const face = font.status === 'loaded' ? font.content : null;
  useEffect(() => {
    if (!face) return;
    document.fonts.add(face);
    return () => void document.fonts.delete(face);
  }, [face]);
}

/** A file's content, or its loading or error state. */
function ContentFrame({ state, children }: { state: ContentState<unknown>; children: ReactNode }) {
  if (state.status === 'failed') {
    return (
      <EmptyState icon={FileX} title={texts.cannotShow} text={state.message}>
        <Button onClick={state.retry}>{texts.retry}</Button>
      </EmptyState>
    );
  }
  if (state.status === 'loading') {
    return (
      <p role="status" className="m-auto flex items-center gap-2 p-6 text-muted">
        <Spinner />
        {texts.loading}
      </p>
    );
  }
  return (
    <div role="region" aria-label={texts.content} tabIndex={0} className="min-h-0 flex-1 overflow-auto">
      {children}
    </div>
  );
}

/** A file's content: loading, failed or loaded. */
export type ContentState<T> =
  | { status: 'loading' }
  | { status: 'failed'; message: string; retry: () => void }
  | { status: 'loaded'; content: T };

/** Fetches a file without credentials and reads it. `read` must be a stable function. */
function useContent<T>(
  url: string,
  read: (response: Response, signal: AbortSignal) => Promise<T>,
): ContentState<T> {
  const [state, setState] = useState<ContentState<T>>({ status: 'loading' });
  const [attempt, setAttempt] = useState(1);

  useEffect(() => {
    const closed = new AbortController();
    async function load() {
      try {
        const response = await fetch(url, { credentials: 'omit', signal: closed.signal });
        if (!response.ok) throw new Error(texts.fileNotLoaded(response.status));
        const content = await read(response, closed.signal);
        if (!closed.signal.aborted) setState({ status: 'loaded', content });
      } catch (error) {
        if (closed.signal.aborted) return;
        const retry = () => {
          setState({ status: 'loading' });
          setAttempt(attempt + 1);
        };
        const message = error instanceof Error ? error.message : String(error);
        setState({ status: 'failed', message, retry });
      }
    }
    void load();
    return () => closed.abort();
  }, [url, read, attempt]);

  return state;
}

/** The beginning of a text, and whether it was cut. */
export interface TextStart {
  text: string;
  isCut: boolean;
}

/** How many bytes of a text are shown. */
export const shownBytes = 200_000;

/** Reads the beginning of a text as UTF-8, and cancels the rest. */
export async function readTextStart(response: Response): Promise<TextStart> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let left = shownBytes;
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) return { text: text + decoder.decode(), isCut: false };
    text += decoder.decode(chunk.value.subarray(0, left), { stream: true });
    left -= chunk.value.length;
    if (left < 0) {
      await reader?.cancel();
      return { text, isCut: true };
    }
  }
}
