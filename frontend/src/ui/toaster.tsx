import { durations } from '@studio/contract/limits';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { dismissToast, shownToast } from './toast.ts';
import { letFocusReach } from './toast-focus.ts';

/**
 * The corner where toasts appear (SPEC 9: 5 s, swipe threshold 50, hotkey F8). Beside a dialog it is the left one: a
 * dialog has its buttons on the right.
 */
export default function Toaster() {
  const shown = useStore(shownToast);
  // The place where this stands is the live region already: Radix's own hidden copy of each text would be said twice.
  const [announcer] = useState(() => document.createElement('div'));
  const corner = useRef<HTMLDivElement>(null);
  useEffect(() => (corner.current ? letFocusReach(corner.current) : undefined), []);
  return (
    <Toast.Provider duration={durations.toast} swipeThreshold={50} announcerContainer={announcer}>
      {shown && (
        <Toast.Root
          key={shown.id}
          onOpenChange={(open) => !open && dismissToast(shown.id)}
          className="relative flex animate-enter items-start gap-3 rounded-lg bg-raised py-2 pr-2 pl-4 shadow-float data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
        >
          <ToastIcon failed={shown.tone === 'danger'} />
          <div className="min-w-0 flex-1 py-1.5">
            <Toast.Title className="font-medium">{shown.title}</Toast.Title>
            {shown.description && (
              <Toast.Description className="break-words text-muted">{shown.description}</Toast.Description>
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
            <IconButton label="Dismiss" icon={X} className="relative" />
          </Toast.Close>
        </Toast.Root>
      )}
      <div ref={corner}>
        <Toast.Viewport
          hotkey={['F8']}
          className="fixed right-0 bottom-bar in-[:root:has([role=dialog])]:right-auto in-[:root:has([role=dialog])]:left-0 z-60 m-3 grid w-[min(24rem,calc(100vw-1.5rem))] list-none gap-2 outline-none"
        />
      </div>
    </Toast.Provider>
  );
}

function ToastIcon({ failed }: { failed: boolean }) {
  return failed ? (
    <CircleAlert size={16} aria-hidden className="mt-2 shrink-0 text-danger" />
  ) : (
    <CircleCheck size={16} aria-hidden className="mt-2 shrink-0 text-accent" />
  );
}
