import type { Asset, AssetCategory } from '@studio/contract/http/assets';
import type { UseQueryResult } from '@tanstack/react-query';
import { QueryClientProvider } from '@tanstack/react-query';
import { CloudAlert, SearchX } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useEffect, useMemo, useRef, useState } from 'react';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { countOf } from '@/lib/count-of.ts';
import type { Call } from '@/lib/http-client.ts';
import { Button } from '@/ui/button.tsx';
import { focusSearchField } from '@/ui/lists/card-keys.ts';
import { EmptyState, FailedState, Skeleton } from '@/ui/lists/list-states.tsx';
import { ListStatus } from '@/ui/lists/list-status.tsx';
import { Notice, NoticeArea } from '@/ui/notice.tsx';
import { toast } from '@/ui/toast/toast.ts';
import { createLibraryClient, useLibrary } from '../api/library-queries.ts';
import type { OpenProject } from '../model/asset-commands.ts';
import { createAssetCommands } from '../model/asset-commands.ts';
import { uploads } from '../model/page-uploads.ts';
import * as texts from '../texts.ts';
import { categoryIcons } from './asset-card.tsx';
import { AssetGrid } from './asset-grid.tsx';
import { AssetPreviewDialog } from './asset-preview-dialog.tsx';
import { CategoryTabs, countByCategory, filterAssets, LibraryToolbar } from './library-toolbar.tsx';
import { DropHint, UploadBar, useFileDrop } from './uploads.tsx';

interface AssetLibraryPanelProps {
  call: Call;
  openProject: OpenProject;
}

/** The asset library (specification: Asset library). */
export default function AssetLibraryPanel(props: AssetLibraryPanelProps) {
  const [client] = useState(createLibraryClient);
  return (
    <QueryClientProvider client={client}>
      <AssetLibrary {...props} />
    </QueryClientProvider>
  );
}

function AssetLibrary({ call, openProject }: AssetLibraryPanelProps) {
  const { assets, storage, remove, reload } = useLibrary(call);
  const commands = useMemo(() => createAssetCommands(call, openProject), [call, openProject]);
  const [category, setCategory] = useState<AssetCategory>('images');
  const [search, setSearch] = useState('');
  const [previewed, setPreviewed] = useState<Asset | null>(null);
  const found = useMemo(() => filterAssets(assets.data ?? [], search), [assets.data, search]);
  const shown = useMemo(() => found.filter((asset) => asset.category === category), [found, category]);
  const content = useRef<HTMLDivElement>(null);
  const hasRemoved = useRef(false);

  const upload = async (files: readonly File[]) => {
    const uploaded = await uploads.start(files);
    if (uploaded === null) showBusyToast();
    const last = uploaded?.at(-1);
    // Switch to the category of the last upload, unless somebody has chosen another meanwhile.
    if (last && !uploaded?.some((asset) => asset.category === category))
      setCategory((now) => (now === category ? last.category : now));
  };
  const drop = useFileDrop((files) => void upload(files));

  const preview = (asset: Asset) => {
    setPreviewed(asset);
    toast({ title: texts.assetPreview, description: bidiIsolate(asset.name) });
  };
  const removeAsset = async (asset: Asset) => {
    if (!(await commands.remove(asset))) return;
    hasRemoved.current = true;
    remove(asset.id);
  };
  // A removed card loses the focus: move it to the next one, unless somebody has moved it while the server answered.
  useEffect(() => {
    if (!hasRemoved.current) return;
    hasRemoved.current = false;
    if (!document.activeElement?.contains(content.current)) return;
    const entry = shown.length > 0 ? content.current?.querySelector<HTMLElement>('[data-entry]') : null;
    (entry ?? content.current)?.focus();
  }, [shown]);

  return (
    <section
      aria-label={texts.assetLibrary}
      {...drop.target}
      onKeyDown={focusSearchField}
      className="relative flex h-full min-h-0 flex-col bg-ground low:overflow-y-auto"
    >
      <Tabs.Root
        value={category}
        onValueChange={(chosen) => setCategory(chosen as AssetCategory)}
        className="flex min-h-0 flex-1 flex-col"
      >
        <LibraryToolbar
          usage={storage.data}
          search={search}
          onSearch={setSearch}
          onFiles={(files) => void upload(files)}
        />
        <CategoryTabs counts={search === '' ? storage.data?.byCategory : countByCategory(found)} />
        <NoticeArea>
          <UploadBar />
          {assets.isError && shown.length > 0 && (
            <Notice icon={CloudAlert} text={texts.filesMissing} more={assets.error.message} role="alert">
              <Button busy={assets.isFetching} onClick={reload}>
                {texts.retry}
              </Button>
            </Notice>
          )}
        </NoticeArea>
        <ListStatus text={search !== '' && assets.data ? countOf(shown.length, 'file') : ''} />
        <Tabs.Content
          ref={content}
          value={category}
          className="min-h-0 flex-1 overflow-hidden low:min-h-40 low:shrink-0"
        >
          {shown.length > 0 ? (
            <AssetGrid
              key={`${category} ${search}`}
              assets={shown}
              commands={{ ...commands, remove: removeAsset, preview }}
            />
          ) : (
            <LibraryState
              assets={assets}
              category={category}
              search={search}
              onRetry={() => {
                // The button disappears during the retry.
                content.current?.focus();
                reload();
              }}
            />
          )}
        </Tabs.Content>
      </Tabs.Root>
      {drop.over && <DropHint />}
      {previewed && <AssetPreviewDialog asset={previewed} onClose={() => setPreviewed(null)} />}
    </section>
  );
}

/** A new upload cannot start while another is running (specification: Asset library). */
function showBusyToast(): void {
  const description = texts.uploadRunning;
  toast({ title: texts.uploadFailed, description, tone: 'danger' });
}

interface LibraryStateProps {
  assets: UseQueryResult;
  category: AssetCategory;
  search: string;
  onRetry: () => void;
}

/** Shown instead of a category's cards: loading, failed, nothing found, or empty. */
function LibraryState({ assets, category, search, onRetry }: LibraryStateProps) {
  if (assets.isFetching) return <Loading />;
  if (assets.isError) {
    return <FailedState title={texts.loadAssetsFailed} error={assets.error} onRetry={onRetry} />;
  }
  if (search !== '') {
    const title = texts.nothingFound(texts.categoryLabels[category], search);
    return <EmptyState icon={SearchX} title={title} />;
  }
  return (
    <EmptyState icon={categoryIcons[category]} title={texts.emptyText(category)} text={texts.dropOrUpload} />
  );
}

function Loading() {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(14rem,1fr))] gap-2 p-3">
      <p role="status" className="sr-only">
        {texts.loadingAssets}
      </p>
      {[1, 2, 3].map((card) => (
        <Skeleton key={card} className="h-28 rounded-lg" />
      ))}
    </div>
  );
}
