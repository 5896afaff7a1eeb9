import { type ComponentType, lazy, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { ChunkBoundary } from '@/ui/chunk-boundary.tsx';
import { whenIdle } from '@/ui/when-idle.ts';
import type { ProjectStore } from '../model/project-store.ts';

const load = () => import('./notice-bar.tsx');
const NoticeBar = lazy(load);

interface NoticesProps {
  store: ProjectStore;
  onResolveConflict: () => void;
}

/** The place above the editors where notices appear; what they look like is fetched when the browser is idle. */
export function Notices({ store, onResolveConflict }: NoticesProps) {
  const noticed = useStore(store, ({ notice, conflict }) => notice !== null || conflict !== null);

  const [OpenElsewhere, setOpenElsewhere] = useState<ComponentType<Pick<NoticesProps, 'store'>> | null>(null);

  // A notice can come while there is no connection to fetch it with.
  useEffect(
    () =>
      whenIdle(() => {
        load().catch((error: unknown) => console.warn('Fetched when it is needed', error));
        import('./open-elsewhere.tsx').then(
          (module) => setOpenElsewhere(() => module.default),
          (error: unknown) => console.warn('Other windows are not told of', error),
        );
      }),
    [],
  );

  return (
    <div aria-live="polite" className="shrink-0">
      {noticed && (
        <ChunkBoundary onFailure={() => undefined}>
          <NoticeBar store={store} onResolveConflict={onResolveConflict} />
        </ChunkBoundary>
      )}
      {OpenElsewhere && <OpenElsewhere store={store} />}
    </div>
  );
}
