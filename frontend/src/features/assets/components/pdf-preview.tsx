import type { Asset } from '@studio/contract/http/assets';
import * as texts from '../texts.ts';

/** A PDF in the browser's own viewer, where it has one; the file's origin is sandboxed and runs nothing. */
export function PdfPreview({ asset: { name, url } }: { asset: Asset }) {
  return (
    <>
      {navigator.pdfViewerEnabled && (
        <iframe sandbox="" src={url} title={name} className="min-h-0 w-full flex-1" />
      )}
      <p className="p-4 text-center">
        <a href={url} target="_blank" rel="noopener noreferrer" className="text-accent underline">
          {texts.openInTab}
        </a>
      </p>
    </>
  );
}
