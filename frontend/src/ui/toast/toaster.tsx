import { durations } from '@studio/contract/durations';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { Button, IconButton } from '../button.tsx';
import { captureKeys } from '../capture-keys.ts';
import * as texts from '../texts.ts';
import { dismissToast, shownToast } from './toast.ts';
import './toaster.css';

const hotkey = 'F8';

/** The place of toasts (specification: Toasts); toaster.css says where it is. */
export default function Toaster() {
  const shown = useStore(shownToast);
  // The parent is already a live region: Radix's hidden copy of each text would be announced twice.
  const [announcer] = useState(() => document.createElement('div'));
  const place = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const isEscapeElsewhere = useRef(false);
  const isShown = shown !== null;
  useEffect(() => (place.current ? letFocusLeaveDialog(place.current) : undefined), []);
  useEffect(() => (isShown ? takeHotkey(() => list.current?.focus()) : undefined), [isShown]);
  return (
    <Toast.Provider duration={durations.toast} swipeThreshold={50} announcerContainer={announcer}>
      {shown && (
        <Toast.Root
          key={shown.id}
          open
          onOpenChange={(open) => {
            if (!open && !isEscapeElsewhere.current) dismissToast(shown.id);
            isEscapeElsewhere.current = false;
          }}
          // Outside the toast, Esc belongs to the focused element, such as a dialog whose Undo is in this toast.
          onEscapeKeyDown={({ target }) => {
            isEscapeElsewhere.current = !(target instanceof Node && place.current?.contains(target));
          }}
          // Radix would leave the pointer to a dialog that opens later.
          style={{ pointerEvents: 'auto' }}
          className="relative flex min-h-bar animate-enter items-center gap-2 rounded-md bg-raised pr-1 pl-3 shadow-float data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
        >
          <ToastIcon failed={shown.tone === 'danger'} />
          <div className="min-w-0 flex-1 break-words py-0.5 text-sm">
            <Toast.Title className="inline font-medium">{shown.title}</Toast.Title>{' '}
            {shown.description && (
              <Toast.Description className="inline text-muted">{shown.description}</Toast.Description>
            )}
          </div>
          {shown.action && (
            <Toast.Action altText={shown.action.label} asChild>
              <Button
                onClick={shown.action.run}
                className={shown.action.isWhole ? 'after:absolute after:inset-0' : undefined}
              >
                {shown.action.label}
              </Button>
            </Toast.Action>
          )}
          <Toast.Close asChild>
            <IconButton label={texts.dismiss} icon={X} className="relative" />
          </Toast.Close>
        </Toast.Root>
      )}
      <div ref={place}>
        <Toast.Viewport
          ref={list}
          hotkey={[hotkey]}
          // Radix passes Esc to the toast only if no dialog has opened since.
          onKeyDown={({ key }) => key === 'Escape' && shown && dismissToast(shown.id)}
          className="toast-place list-none outline-none"
        />
      </div>
    </Toast.Provider>
  );
}

function ToastIcon({ failed }: { failed: boolean }) {
  return failed ? (
    <CircleAlert size={16} aria-hidden className="shrink-0 text-danger" />
  ) : (
    <CircleCheck size={16} aria-hidden className="shrink-0 text-accent" />
  );
}

/**
 * Calls `run` at F8 before anything else gets the key: Monaco keeps it for the way to the next problem, so that it does
 * not reach Radix. Returns a function that ends it.
 */
function takeHotkey(run: () => void): () => void {
  return captureKeys((event) => {
    if (event.code !== hotkey || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  });
}

/**
 * Lets F8 move the focus from an open dialog to the toasts in `region`, where Undo may be: the dialog's focus trap
 * listens on the document, so the events are stopped before. Returns a function that ends it.
 */
function letFocusLeaveDialog(region: Element): () => void {
  const stopInRegion = (event: FocusEvent) => {
    const target = event.type === 'focusin' ? event.target : event.relatedTarget;
    if (target instanceof Node && region.contains(target)) event.stopPropagation();
  };
  document.body.addEventListener('focusin', stopInRegion);
  document.body.addEventListener('focusout', stopInRegion);
  return () => {
    document.body.removeEventListener('focusin', stopInRegion);
    document.body.removeEventListener('focusout', stopInRegion);
  };
}
