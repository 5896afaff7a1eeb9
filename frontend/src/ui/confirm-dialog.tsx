import { AlertDialog } from 'radix-ui';
import { Button } from './button.tsx';
import type { OpenQuestion } from './confirm.ts';
import { useReturnFocus } from './use-return-focus.ts';

/** An open question as an alert dialog; Esc is Cancel. */
export default function ConfirmDialog({ question }: { question: OpenQuestion }) {
  const returnFocus = useReturnFocus();
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && question.answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-50 bg-scrim" />
        <AlertDialog.Content
          onCloseAutoFocus={returnFocus}
          className="fixed inset-0 z-50 m-auto h-fit w-[min(92vw,26rem)] animate-enter rounded-lg bg-panel p-5 shadow-float outline-none"
        >
          <AlertDialog.Title className="font-semibold text-lg">{question.title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1 break-words text-muted">
            {question.text}
          </AlertDialog.Description>
          <div className="mt-5 flex justify-end gap-2">
            <AlertDialog.Action asChild>
              <Button
                look={question.tone === 'danger' ? 'danger' : 'primary'}
                onClick={() => question.answer(true)}
              >
                {question.action}
              </Button>
            </AlertDialog.Action>
            <AlertDialog.Cancel asChild>
              <Button>Cancel</Button>
            </AlertDialog.Cancel>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
