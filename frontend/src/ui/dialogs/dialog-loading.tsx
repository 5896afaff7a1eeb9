import { useEffect, useEffectEvent } from 'react';
import { Spinner } from '../progress-indicators.tsx';
import * as texts from '../texts.ts';

/** Stands where a dialog will be while it is fetched, and keeps what is typed for it meanwhile. */
export function DialogLoading({ onCancel }: { onCancel: () => void }) {
  useTypeAhead(onCancel);
  return (
    <div className="fixed inset-0 z-40 flex items-center justify-center gap-2 bg-scrim">
      <Spinner size={18} />
      {texts.loading}
    </div>
  );
}

/**
 * Holds back what is typed until a dialog that is on its way has come, then writes it into the field of that dialog
 * that has the focus. Esc calls `cancel`; shortcuts go through.
 */
export function useTypeAhead(cancel: () => void): void {
  const onCancel = useEffectEvent(cancel);
  useEffect(() => {
    let typed = '';
    const hold = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      // Ctrl with Alt writes letters on many keyboards.
      if ((ctrlKey || metaKey) && !altKey) return;
      event.preventDefault();
      event.stopPropagation();
      if (key === 'Escape') onCancel();
      if (key === 'Backspace') typed = typed.slice(0, -1);
      if (key.length === 1) typed += key;
    };
    window.addEventListener('keydown', hold, true);
    return () => {
      window.removeEventListener('keydown', hold, true);
      // Once the dialog has taken the focus.
      queueMicrotask(() => {
        if (document.activeElement?.closest('[role=dialog]'))
          document.execCommand('insertText', false, typed);
      });
    };
  }, []);
}
