import { ExternalLink } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { copyText } from '@/ui/dialogs/copy-text.ts';
import { Dialog } from '@/ui/dialogs/dialog.tsx';
import { toast } from '@/ui/toast/toast.ts';
import * as texts from '../../dialog-texts.ts';
import { EmbedOptions } from './embed-options.tsx';
import { EmbedPreview } from './embed-preview.tsx';
import { embedAddress, embedSnippet, isHeight, isWidth, plainEmbed } from './embed-snippet.ts';

interface EmbedCodeDialogProps {
  projectId: string;
  isEmbeddable: boolean;
  onEnable: () => void;
  onClose: () => void;
}

/** The snippet that shows a project on any page, and how it may be changed (SPEC 2 Embed code). */
export default function EmbedCodeDialog(props: EmbedCodeDialogProps) {
  const { projectId, isEmbeddable, onEnable, onClose } = props;
  const hintId = useId();
  const [choice, setChoice] = useState(plainEmbed);
  const address = embedAddress(window.location.origin, projectId, choice);
  // What is no size is not put into anybody's page.
  const width = isWidth(choice.width) ? choice.width : plainEmbed.width;
  const height = isHeight(choice.height) ? choice.height : plainEmbed.height;
  const snippet = embedSnippet(address, { ...choice, width, height });
  const copy = async () => {
    if (await copyText(snippet)) toast({ title: texts.embedCodeCopied });
  };
  return (
    <Dialog title={texts.embedCode} description={texts.embedCodeText} onClose={onClose}>
      <div className="grid min-h-0 grid-cols-1 gap-3 overflow-auto p-4">
        <textarea
          readOnly
          rows={3}
          aria-label={texts.embedSnippet}
          aria-describedby={isEmbeddable ? undefined : hintId}
          value={snippet}
          onFocus={(event) => event.target.select()}
          className="min-h-18 w-full resize-none rounded-md border border-field bg-ground p-2.5 font-mono text-sm"
        />
        {!isEmbeddable && (
          <div className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-warning-soft px-3 py-2">
            <p id={hintId}>{texts.embeddingOff}</p>
            <Button onClick={onEnable}>{texts.enableEmbedding}</Button>
          </div>
        )}
        <EmbedOptions choice={choice} onChange={(part) => setChoice({ ...choice, ...part })} />
        {isEmbeddable && <EmbedPreview address={address} width={width} height={height} />}
        <div className="flex flex-wrap items-center justify-end gap-3">
          {isEmbeddable && (
            <a
              href={address}
              target="_blank"
              rel="noopener"
              className="mr-auto inline-flex min-h-hit items-center gap-1.5 text-accent hover:underline"
            >
              <ExternalLink size={14} aria-hidden />
              {texts.openEmbed}
            </a>
          )}
          <Button look="primary" onClick={copy}>
            {texts.copy}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
