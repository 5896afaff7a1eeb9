import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from '@/lib/when-idle.ts';
import type { NoticesProps } from './notice-bars.tsx';

/**
 * The place above the editors where notices appear. What they look like is fetched as soon as the browser is idle: a
 * notice can come while there is no connection to fetch it with.
 */
export function Notices(props: NoticesProps) {
  const [NoticeBar, setNoticeBar] = useState<ComponentType<NoticesProps> | null>(null);
  useEffect(
    () =>
      whenIdle(() => {
        import('./notice-bars.tsx').then(
          (module) => setNoticeBar(() => module.default),
          (error: unknown) => console.warn('Notices cannot be shown', error),
        );
      }),
    [],
  );
  return (
    <div aria-live="polite" className="shrink-0">
      {NoticeBar && <NoticeBar {...props} />}
    </div>
  );
}
