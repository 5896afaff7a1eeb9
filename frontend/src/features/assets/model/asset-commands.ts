import { type Asset, assetRoutes } from '@studio/contract/http/assets';
import type { SourceLanguage } from '@studio/engine/source';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import type { ApiError, Call } from '@/lib/http-client.ts';
import type { FindInsertion } from '@/lib/text-insertion.ts';
import { confirm } from '@/ui/dialogs/confirm.ts';
import { copyText } from '@/ui/dialogs/copy-text.ts';
import { showProgress } from '@/ui/progress-indicators.tsx';
import { toast } from '@/ui/toast/toast.ts';
import * as texts from '../texts.ts';
import { insertionOf } from './insert-asset.ts';

/** The actions on an asset besides the preview. Each shows a toast (specification: Toasts). */
export interface AssetCommands {
  insert(asset: Asset): void;
  copyUrl(asset: Asset): Promise<void>;
  download(asset: Asset): void;
  /** Asks first. Resolves to whether the asset is gone. */
  remove(asset: Asset): Promise<boolean>;
}

export function createAssetCommands(call: Call, openProject: OpenProject): AssetCommands {
  return {
    insert(asset) {
      const { language, findInsertion } = insertionOf(asset, openProject.lastFocused());
      openProject.insert(language, findInsertion);
      toast({ title: texts.assetInserted, description: texts.urlInserted(bidiIsolate(asset.name)) });
    },
    async copyUrl({ url }) {
      if (await copyText(url)) toast({ title: texts.urlCopied, description: texts.urlCopiedText });
      else toast({ title: texts.copyFailed, description: texts.copyFailedText, tone: 'danger' });
    },
    download({ name, url }) {
      const link = document.createElement('a');
      link.href = `${url}?download=true`;
      // An error page must not replace the editor.
      link.target = '_blank';
      link.rel = 'noopener noreferrer';
      link.click();
      toast({ title: texts.assetDownload, description: bidiIsolate(name) });
    },
    async remove(asset) {
      const confirmed = await confirm({
        title: texts.deleteAsset,
        text: deleteQuestionWithUses(asset.name, await usesOf(asset)),
        action: texts.deleteLabel,
        tone: 'danger',
      });
      if (!confirmed) return false;
      const response = await showProgress(call(assetRoutes.deleteAsset, { params: { id: asset.id } }));
      const isGone = response.ok || (await isDeleted(asset, response.error));
      if (isGone) toast({ title: texts.assetDeleted });
      else toast({ title: texts.deleteFailed, description: texts.deleteFailedText, tone: 'danger' });
      return isGone;
    },
  };

  function readUses({ id }: Asset) {
    return showProgress(call(assetRoutes.assetUses, { params: { id } }));
  }

  /** By another window, or by a request whose response was lost. */
  async function isDeleted(asset: Asset, { code }: ApiError): Promise<boolean> {
    if (code === 'not_found') return true;
    const uses = await readUses(asset);
    return !uses.ok && uses.error.code === 'not_found';
  }

  async function usesOf(asset: Asset): Promise<AssetUse[] | null> {
    const response = await readUses(asset);
    if (!response.ok) return null;
    const open = openProject.useOf(asset.id);
    const isListed = response.data.data.some((use) => use.id === open?.id);
    return open && !isListed ? [open, ...response.data.data] : response.data.data;
  }
}

/** A project whose code names an asset. */
export interface AssetUse {
  id: string;
  title: string;
}

const namedMost = 5;

/** The confirmation before an asset is deleted; `uses` is null where they could not be loaded. */
export function deleteQuestionWithUses(name: string, uses: readonly AssetUse[] | null): string {
  const question = texts.deleteQuestion(bidiIsolate(name));
  if (uses === null) return `${question} ${texts.usesUnknown}`;
  if (uses.length === 0) return question;
  const named = uses.slice(0, namedMost).map(({ title }) => `“${bidiIsolate(title)}”`);
  const more = uses.length - named.length;
  if (more > 0) named.push(texts.otherProjects(more));
  const list = new Intl.ListFormat('en').format(named);
  return `${question} ${texts.usedIn(list)}`;
}

/** What the library needs of the open project. */
export interface OpenProject {
  /** The pane that last had the focus, or null. */
  lastFocused(): SourceLanguage | null;
  /** Inserts into a pane as one undo step. */
  insert(language: SourceLanguage, findInsertion: FindInsertion): void;
  /** The open project if its current code, saved or not, uses the asset. */
  useOf(assetId: string): AssetUse | null;
}
