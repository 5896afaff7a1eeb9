import { fieldLook } from '../fields/text-field.tsx';
import { Dialog } from './dialog.tsx';
import * as texts from './texts.ts';

/** Shows a text that the browser would not copy, selected and ready for Ctrl+C. */
export default function CopyDialog({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Dialog title={texts.copyTitle} description={texts.copyText} onClose={onClose}>
      <div className="p-4">
        <input
          readOnly
          aria-label={texts.textToCopy}
          value={text}
          onFocus={(event) => event.target.select()}
          className={`${fieldLook} font-mono`}
        />
      </div>
    </Dialog>
  );
}
