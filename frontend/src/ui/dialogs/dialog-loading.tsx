import { useEffect, useEffectEvent } from 'react';
import { Spinner } from '../progress-indicators.tsx';
import * as texts from '../texts.ts';

/** Shown while a dialog's code is loading. Esc calls `onCancel`. */
export function DialogLoading({ onCancel }: { onCancel: () => void }) {
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => key === 'Escape' && onCancel());
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <div className="fixed inset-0 z-40 flex items-center justify-center gap-2 bg-scrim">
      <Spinner size={18} />
      {texts.loading}
    </div>
  );
}
