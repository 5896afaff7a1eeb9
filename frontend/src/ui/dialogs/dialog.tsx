import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from '../button.tsx';
import { classes } from '../classes.ts';
import { focusSearchField } from '../lists/card-keys.ts';
import * as texts from './texts.ts';
import { useEscape } from './use-escape.ts';
import { useReturnFocus } from './use-return-focus.ts';
import { useToastLook } from './use-toast-look.ts';

interface DialogProps {
  /** The dialog's name. */
  title: string;
  /** Shown beside the title, such as a count. */
  note?: ReactNode;
  description?: string;
  /** `wide` is for grids of cards, `narrow` for a question or a form. */
  width?: 'wide' | 'narrow';
  onClose: () => void;
  /** Called after the dialog has closed and the focus is back. */
  onClosed?: () => void;
  children: ReactNode;
}

/** A modal dialog: traps the focus, closes by Esc and its button, and returns the focus. */
export function Dialog({
  title,
  note,
  description,
  width = 'narrow',
  onClose,
  onClosed,
  children,
}: DialogProps) {
  useToastLook();
  const returnFocus = useReturnFocus();
  const escape = useEscape(onClose);
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          onCloseAutoFocus={(event) => {
            returnFocus(event);
            onClosed?.();
          }}
          {...escape}
          onKeyDown={(event) => {
            escape.onKeyDown(event);
            focusSearchField(event);
          }}
          {...(description === undefined && { 'aria-describedby': undefined })}
          className={classes(
            'fixed inset-0 z-40 m-auto flex animate-enter flex-col overflow-hidden bg-panel shadow-float outline-none sm:rounded-lg low:overflow-y-auto',
            width === 'wide'
              ? 'h-full w-full sm:h-[min(86dvh,52rem)] sm:w-[min(94vw,72rem)]'
              : 'h-fit max-h-full w-full max-w-[34rem] sm:max-h-[min(100%,max(25rem,100%-2*var(--spacing-bar)))]',
          )}
        >
          <header className="flex min-h-header shrink-0 items-center gap-2 border-b px-4 low:sticky low:top-0 low:z-1 low:bg-panel">
            <Radix.Title className="wrap-anywhere min-w-0 font-semibold text-lg">{title}</Radix.Title>
            {note}
            <Radix.Close asChild>
              <IconButton label={texts.close} icon={X} className="-mr-2 ml-auto" />
            </Radix.Close>
          </header>
          {description !== undefined && (
            <Radix.Description className="wrap-anywhere px-4 pt-3 text-muted">
              {description}
            </Radix.Description>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
