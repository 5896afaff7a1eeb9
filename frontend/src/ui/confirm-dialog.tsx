import { AlertFrame } from './dialogs/alert-dialog.tsx';
import type { OpenQuestion } from './dialogs/confirm.ts';

/** The open question of `confirm`. */
export default function ConfirmDialog({ question }: { question: OpenQuestion }) {
  return (
    <AlertFrame
      title={question.title}
      text={question.text}
      action={question.action}
      tone={question.tone ?? 'plain'}
      onConfirm={() => question.answer(true)}
      onCancel={() => question.answer(false)}
    />
  );
}
