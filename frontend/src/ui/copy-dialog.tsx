import { Dialog } from './dialog.tsx';
import { fieldLook } from './text-field.tsx';

/** Shows a text that the browser would not copy, selected and ready for Ctrl+C. */
export default function CopyDialog({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Dialog
      title="Copy this text"
      description="The browser did not allow copying. Press Ctrl+C (or Cmd+C)."
      onClose={onClose}
    >
      <div className="p-4">
        <input
          readOnly
          aria-label="Text to copy"
          value={text}
          onFocus={(event) => event.target.select()}
          className={`${fieldLook} font-mono`}
        />
      </div>
    </Dialog>
  );
}
