import { AlertDialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { Button } from '../button.tsx';
import type { OpenQuestion } from './confirm.ts';
import * as texts from './texts.ts';
import { useEscape } from './use-escape.ts';
import { useReturnFocus } from './use-return-focus.ts';
import { useToastLook } from './use-toast-look.ts';

interface AlertDialogProps {
  title: string;
  text: string;
  /** The label of the confirming button. */
  action: string;
  tone: 'plain' | 'danger';
  /** Something must be filled in before it can be confirmed. */
  disabled?: boolean;
  /** The confirmed action is running. */
  busy?: boolean;
  /** A second action. With it the confirming button has the initial focus; else a required field, or Cancel. */
  alternative?: { action: string; busy: boolean; onChoose: () => void };
  onConfirm: () => void;
  onCancel: () => void;
  /** Fields below the text. */
  children?: ReactNode;
}

/** A question in an alert dialog: the confirming button first, Cancel last (specification: Dialogs); Esc is Cancel. */
export function AlertDialog({
  title,
  text,
  action,
  tone,
  disabled = false,
  busy = false,
  alternative,
  onConfirm,
  onCancel,
  children,
}: AlertDialogProps) {
  useToastLook();
  const returnFocus = useReturnFocus();
  const escape = useEscape(onCancel);
  const confirming = useRef<HTMLButtonElement>(null);
  return (
    <Radix.Root open onOpenChange={(open) => !open && onCancel()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-scrim" />
        <Radix.Content
          onOpenAutoFocus={(event) => {
            const first = alternative ? confirming.current : requiredField(event.target);
            if (!first) return;
            event.preventDefault();
            first.focus();
          }}
          onCloseAutoFocus={returnFocus}
          {...escape}
          className="fixed inset-0 z-50 m-auto h-fit max-h-full w-[min(92vw,26rem)] animate-enter overflow-auto rounded-lg bg-panel p-5 shadow-float outline-none"
        >
          <Radix.Title className="wrap-anywhere font-semibold text-lg">{title}</Radix.Title>
          <Radix.Description className="wrap-anywhere mt-1 text-muted">{text}</Radix.Description>
          {children}
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Button
              ref={confirming}
              look={tone === 'danger' ? 'danger' : 'primary'}
              disabled={disabled}
              busy={busy}
              onClick={onConfirm}
            >
              {action}
            </Button>
            {alternative && (
              <Button busy={alternative.busy} onClick={alternative.onChoose}>
                {alternative.action}
              </Button>
            )}
            <Radix.Cancel asChild>
              <Button>{texts.cancel}</Button>
            </Radix.Cancel>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function requiredField(dialog: EventTarget | null): HTMLElement | null {
  return dialog instanceof Element ? dialog.querySelector<HTMLElement>(':required') : null;
}

/** Shows the open question of `confirm`. */
export default function ConfirmDialog({ question }: { question: OpenQuestion }) {
  return (
    <AlertDialog
      title={question.title}
      text={question.text}
      action={question.action}
      tone={question.tone ?? 'plain'}
      onConfirm={() => question.answer(true)}
      onCancel={() => question.answer(false)}
    />
  );
}
