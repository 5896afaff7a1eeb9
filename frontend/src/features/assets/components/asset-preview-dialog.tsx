import { type Asset, extensionOf } from '@studio/contract/http/assets';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { formatSize } from '@/lib/file-size.ts';
import { Dialog } from '@/ui/dialogs/dialog.tsx';
import { FontPreview } from './font-preview.tsx';
import { MediaPreview } from './media-preview.tsx';
import { PdfPreview } from './pdf-preview.tsx';
import { TextPreview } from './text-preview.tsx';

interface AssetPreviewDialogProps {
  asset: Asset;
  onClose: () => void;
}

/** Shows what is in an asset: picture, sound, film, font, text or PDF. */
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
