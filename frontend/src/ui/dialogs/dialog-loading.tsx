import { useEffect, useEffectEvent } from 'react';
import { Spinner } from '../progress-indicators.tsx';
import * as texts from '../texts.ts';

/** Shown while a dialog's code is loading; what is typed meanwhile goes into the dialog. */
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
 * Buffers what is typed until a dialog has loaded, then inserts it into the dialog's focused field.
 * Esc calls `cancel`; shortcuts still work.
 */
export function useTypeAhead(cancel: () => void): void {
  const onCancel = useEffectEvent(cancel);
  useEffect(() => {
    let typed = '';
    const hold = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      // Ctrl+Alt types letters on many keyboards.
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
      // After the dialog has taken the focus.
      queueMicrotask(() => {
        if (document.activeElement?.closest('[role=dialog]'))
          document.execCommand('insertText', false, typed);
      });
    };
  }, []);
}
