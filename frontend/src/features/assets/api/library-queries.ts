import { type Asset, assetRoutes } from '@studio/contract/http/assets';
import { limits } from '@studio/contract/limits';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { dataOrThrow } from '@/lib/data-or-throw.ts';
import type { Call } from '@/lib/http-client.ts';
import { createQueryClient } from '@/lib/query-client.ts';
import { showProgress } from '@/ui/progress-indicators.tsx';
import { toast } from '@/ui/toast/toast.ts';
import { uploads } from '../model/page-uploads.ts';
import * as texts from '../texts.ts';

const assetsKey = ['assets'];
const storageKey = ['storage'];

/** Each opening of the library loads the assets again (specification: Asset library). */
export function createLibraryClient(): QueryClient {
  return createQueryClient(() =>
    toast({ title: texts.loadFailed, description: texts.loadAssetsFailed, tone: 'danger' }),
  );
}

/**
 * The user's assets, newest first, and their storage usage. The newest hundred are loaded first, so that a large library opens
 * as fast as a small one; `assets.isFetching` is true until all are loaded.
 */
export function useLibrary(call: Call) {
  const client = useQueryClient();
  const assets = useQuery({
    queryKey: assetsKey,
    queryFn: ({ signal }) => showProgress(loadAssets(signal)),
  });
  async function loadAssets(signal: AbortSignal): Promise<Asset[]> {
    const pageOf = async (page: number) =>
      dataOrThrow(await call(assetRoutes.listAssets, { query: { page, limit: limits.pageSizeMax }, signal }));
    const newest = await pageOf(1);
    // By id: an upload in the meantime shifts assets to the next page.
    const all = new Map(newest.data.map((asset) => [asset.id, asset]));
    if (newest.totalPages > 1 && !client.getQueryData(assetsKey)) client.setQueryData(assetsKey, newest.data);
    for (let page = 2; page <= newest.totalPages; page++) {
      const { data, total } = await pageOf(page);
      // Another window has deleted an asset, which shifts others to the page before.
      if (total < newest.total) return loadAssets(signal);
      for (const asset of data) all.set(asset.id, asset);
    }
    return [...all.values()];
  }
  const storage = useQuery({
    queryKey: storageKey,
    queryFn: async ({ signal }) => dataOrThrow(await call(assetRoutes.assetStorage, { signal })),
  });

  const change = useCallback(
    (to: (assets: Asset[]) => Asset[]) => {
      const state = client.getQueryState(assetsKey);
      client.setQueryData<Asset[]>(assetsKey, (before) => before && to(before));
      // A pending response may be older than the change, and after a failure files may be missing.
      if (state?.fetchStatus === 'fetching' || state?.status === 'error')
        void client.invalidateQueries({ queryKey: assetsKey });
      void client.invalidateQueries({ queryKey: storageKey });
    },
    [client],
  );

  useEffect(
    () =>
      uploads.subscribe(({ status, lastUploaded }, before) => {
        if (lastUploaded && lastUploaded !== before.lastUploaded)
          change((all) => [lastUploaded, ...all.filter(({ id }) => id !== lastUploaded.id)]);
        // The server may have stored a file whose upload failed or was cancelled.
        else if (before.status === 'sending' && status !== 'sending') void client.invalidateQueries();
      }),
    [change, client],
  );
  const remove = useCallback(
    (id: string) => change((all) => all.filter((asset) => asset.id !== id)),
    [change],
  );
  const reload = () => void client.invalidateQueries();
  return { assets, storage, remove, reload };
}
