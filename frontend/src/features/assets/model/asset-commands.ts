import { type Asset, assetRoutes } from '@studio/contract/http/assets';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import type { Call } from '@/lib/http-client.ts';
import { confirm } from '@/ui/dialogs/confirm.ts';
import { copyText } from '@/ui/dialogs/copy-text.ts';
import { showProgress } from '@/ui/progress-indicators.tsx';
import { toast } from '@/ui/toast/toast.ts';
import * as texts from '../texts.ts';
import { type AssetUse, deleteQuestion } from './delete-question.ts';
import { insertionOf } from './insert-asset.ts';
import type { WritingDesk } from './writing-desk.ts';

/** What can be done with an asset beside looking at it. Each tells of itself in a toast (SPEC 8). */
export interface AssetCommands {
  insert(asset: Asset): void;
  copyUrl(asset: Asset): Promise<void>;
  download(asset: Asset): void;
  /** Asks first. Answers whether the asset is gone. */
  remove(asset: Asset): Promise<boolean>;
}

export function createAssetCommands(call: Call, desk: WritingDesk): AssetCommands {
  return {
    insert(asset) {
      const { language, compose } = insertionOf(asset, desk.lastFocused());
      desk.insert(language, compose);
      toast({ title: texts.assetInserted, description: texts.urlInserted(bidiIsolate(asset.name)) });
    },
    async copyUrl({ url }) {
      if (await copyText(url)) toast({ title: texts.urlCopied, description: texts.urlCopiedText });
      else toast({ title: texts.copyFailed, description: texts.copyFailedText, tone: 'danger' });
    },
    download({ name, url }) {
      const link = document.createElement('a');
      link.href = `${url}?download=true`;
      // Should it be an error page instead of a file, it does not take the place of the editor.
      link.target = '_blank';
      link.rel = 'noopener noreferrer';
      link.click();
      toast({ title: texts.assetDownload, description: bidiIsolate(name) });
    },
    async remove(asset) {
      const confirmed = await confirm({
        title: texts.deleteAsset,
        text: deleteQuestion(asset.name, await usesOf(asset)),
        action: texts.deleteLabel,
        tone: 'danger',
      });
      if (!confirmed) return false;
      const answer = await showProgress(call(assetRoutes.deleteAsset, { params: { id: asset.id } }));
      // Deleted in another window, it is as gone as was asked for.
      const isGone = answer.ok || answer.error.status === 404;
      if (isGone) toast({ title: texts.assetDeleted });
      else toast({ title: texts.deleteFailed, description: texts.deleteFailedText, tone: 'danger' });
      return isGone;
    },
  };

  async function usesOf({ id }: Asset): Promise<AssetUse[] | null> {
    const answer = await showProgress(call(assetRoutes.assetUses, { params: { id } }));
    if (!answer.ok) return null;
    const open = desk.useOf(id);
    const isListed = answer.data.data.some((use) => use.id === open?.id);
    return open && !isListed ? [open, ...answer.data.data] : answer.data.data;
  }
}
