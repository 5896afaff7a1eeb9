import { Dialog } from './dialog.tsx';
import * as texts from './texts.ts';

/** Shows a text that the browser would not copy, selected and ready for Ctrl+C. */
export default function CopyDialog({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Dialog title={texts.copyTitle} description={texts.copyText} onClose={onClose}>
      <div className="p-4">
        <textarea
          readOnly
          rows={4}
          aria-label={texts.textToCopy}
          value={text}
          onFocus={(event) => event.target.select()}
          className="w-full resize-y rounded-md border border-field bg-ground p-2.5 font-mono text-sm"
        />
      </div>
    </Dialog>
  );
}
