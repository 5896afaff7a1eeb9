import { AlertFrame } from '@/ui/alert-frame.tsx';

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
      title={`Use the template “${name}”?`}
      text={
        keepsPresent
          ? 'You already have code here. Open the template as a new project, or replace this code: it is saved first, and you can restore it from Revision history.'
          : 'You already have code here. Open the template as a new project, or replace the code on this screen: the project it came from does not change.'
      }
      action="Open as new project"
      tone="plain"
      alternative={{ action: 'Replace', busy: replacing, onChoose: onReplace }}
      disabled={replacing}
      onConfirm={onOpenAsNew}
      onCancel={onCancel}
    />
  );
}
