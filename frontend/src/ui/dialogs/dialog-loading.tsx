import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { Spinner } from '../progress-indicators.tsx';
import * as texts from '../texts.ts';
import { dialogs } from './find-dialogs.ts';

/**
 * Shown while a dialog's code is loading. Esc calls `onCancel`. Takes the focus, so that keys do not reach the element that
 * had it, and returns it when it is removed: the dialog, when it closes, returns the focus to that element. A dialog behind it
 * stays open.
 */
export function DialogLoading({ onCancel }: { onCancel: () => void }) {
  const cover = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    // A dialog would take the focus back.
    const behind = before?.closest<HTMLElement>(dialogs);
    behind?.toggleAttribute('inert');
    cover.current?.focus();
    return () => {
      behind?.toggleAttribute('inert');
      before?.focus();
    };
  }, []);
  const onKey = (event: KeyboardEvent) => {
    // Shortcuts of a single key would open something else in its place.
    event.stopPropagation();
    if (event.key === 'Tab') event.preventDefault();
    if (event.key === 'Escape') onCancel();
  };
  // Above open dialogs, which are at 40.
  return (
    <div
      ref={cover}
      role="status"
      tabIndex={-1}
      onKeyDown={onKey}
      className="fixed inset-0 z-50 flex items-center justify-center gap-2 bg-scrim outline-none"
    >
      <Spinner size={18} />
      {texts.loading}
    </div>
  );
}
