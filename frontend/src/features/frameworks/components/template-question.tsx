import { AlertFrame } from '@/ui/dialogs/alert-dialog.tsx';
import * as texts from '../texts.ts';

interface TemplateQuestionProps {
  /** The template's name. */
  name: string;
  /** Whether the present code is saved before it is replaced; else only the copy on screen is. */
  keepsPresent: boolean;
  /** The present code is being saved. */
  replacing: boolean;
  onOpenAsNew: () => void;
  onReplace: () => void;
  onCancel: () => void;
}

/** Asks what becomes of the present code when a template is chosen (CONTRACT 6 Names). */
export function TemplateQuestion(props: TemplateQuestionProps) {
  const { name, keepsPresent, replacing, onOpenAsNew, onReplace, onCancel } = props;
  return (
    <AlertFrame
      title={texts.useTemplate(name)}
      text={keepsPresent ? texts.keepsPresent : texts.keepsOriginal}
      action={texts.openAsNew}
      tone="plain"
      alternative={{ action: texts.replace, busy: replacing, onChoose: onReplace }}
      disabled={replacing}
      onConfirm={onOpenAsNew}
      onCancel={onCancel}
    />
  );
}
