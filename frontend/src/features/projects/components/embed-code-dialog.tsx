import { useId } from 'react';
import { Button } from '@/ui/button.tsx';
import { copyText } from '@/ui/copy-text.ts';
import { Dialog } from '@/ui/dialog.tsx';
import { toast } from '@/ui/toast.ts';

interface EmbedCodeDialogProps {
  projectId: string;
  isEmbeddable: boolean;
  onEnable: () => void;
  onClose: () => void;
}

/** The frame that shows a project on any page: 100 % wide, 600 high (SPEC 2 Embed code). */
function embedSnippet(projectId: string): string {
  return `<iframe src="${window.location.origin}/embed/${projectId}" width="100%" height="600"></iframe>`;
}

export default function EmbedCodeDialog({
  projectId,
  isEmbeddable,
  onEnable,
  onClose,
}: EmbedCodeDialogProps) {
  const hintId = useId();
  const snippet = embedSnippet(projectId);
  const copy = async () => {
    if (await copyText(snippet)) toast({ title: 'Embed code copied' });
  };
  return (
    <Dialog
      title="Embed Code"
      description="Put this into any web page to show the project."
      onClose={onClose}
    >
      <div className="grid gap-3 p-4">
        <textarea
          readOnly
          rows={3}
          aria-label="Embed snippet"
          aria-describedby={isEmbeddable ? undefined : hintId}
          value={snippet}
          onFocus={(event) => event.target.select()}
          className="w-full resize-none rounded-md border border-field bg-ground p-2.5 font-mono text-sm"
        />
        {!isEmbeddable && (
          <div className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-warning-soft px-3 py-2">
            <p id={hintId}>Embedding is off: the frame will say that the project is not available.</p>
            <Button onClick={onEnable}>Enable embedding</Button>
          </div>
        )}
        <Button look="primary" className="justify-self-end" onClick={copy}>
          Copy
        </Button>
      </div>
    </Dialog>
  );
}
