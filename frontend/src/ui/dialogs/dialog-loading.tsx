import { useEffect, useEffectEvent } from 'react';
import { Spinner } from '../progress-indicators.tsx';
import * as texts from '../texts.ts';

/**
 * Shown while a dialog's code is loading. Esc calls `onCancel`. The focus stays where the dialog returns it to, so keys are
 * kept from what is typed into there.
 */
export function DialogLoading({ onCancel }: { onCancel: () => void }) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') onCancel();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);
  return (
    <div className="fixed inset-0 z-40 flex items-center justify-center gap-2 bg-scrim">
      <Spinner size={18} />
      {texts.loading}
    </div>
  );
}
