import type { Asset } from '@studio/contract/http/assets';
import { formatSize } from '@/lib/file-size.ts';
import { useContent } from '../api/use-content.ts';
import { readTextStart, shownBytes } from '../model/text-start.ts';
import * as texts from '../texts.ts';
import { ContentFrame } from './file-content.tsx';

/** The beginning of a text, as it is written. */
export function TextPreview({ asset: { url, size } }: { asset: Asset }) {
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
