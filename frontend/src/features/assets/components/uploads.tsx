import { CircleAlert, Upload, X } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { useStore } from 'zustand';
import { carriesFiles } from '@/lib/files/dropped-files.ts';
import { formatSize } from '@/lib/files/file-size.ts';
import { Button, IconButton } from '@/ui/button.tsx';
import { ProgressBar } from '@/ui/progress-bar.tsx';
import { uploads } from '../model/page-uploads.ts';
import type { SentFile, UploadFailure } from '../model/upload-queue.ts';
import * as texts from '../texts.ts';

/** How far the upload is, or why it stopped. */
export function UploadBar() {
  const state = useStore(uploads);
  switch (state.status) {
    case 'idle':
      return null;
    case 'sending':
      return <Progress file={state.file} />;
    case 'failed':
      return <Failure failure={state.failure} />;
  }
}

function Progress({ file: { name, size, sent, number, total } }: { file: SentFile }) {
  const label = useId();
  // At 100 % the server may still be processing the file.
  const share = size === 0 ? 0 : Math.floor((sent / size) * 100);
  return (
    <div className="flex shrink-0 items-center gap-3 border-b bg-panel px-3 text-sm">
      <p id={label} className="flex min-w-0 gap-1">
        <span dir="auto" className="truncate">
          {name}
        </span>{' '}
        {total > 1 && <span className="shrink-0 text-faint">{texts.fileNumber(number, total)}</span>}
      </p>
      <ProgressBar aria-labelledby={label} max={100} value={share} />
      <p className="shrink-0 text-faint tabular-nums">{texts.sentOf(formatSize(sent), formatSize(size))}</p>
      <Button look="quiet" onClick={uploads.cancel}>
        {texts.cancel}
      </Button>
    </div>
  );
}

function Failure({ failure: { message, unsent } }: { failure: UploadFailure }) {
  return (
    <div className="flex shrink-0 items-center gap-2 border-b bg-danger-soft pl-3 text-danger text-sm">
      <CircleAlert size={14} aria-hidden className="shrink-0" />
      <p className="min-w-0 flex-1 break-words py-1">
        {message} {unsent > 0 && texts.notSent(unsent)}
      </p>
      <IconButton label={texts.dismiss} icon={X} onClick={uploads.dismiss} />
    </div>
  );
}

/** Makes an element accept dropped files. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false);

  const target = {
    onDragEnter: ({ dataTransfer }: DragEvent) => setOver(carriesFiles(dataTransfer)),
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
    },
    onDrop({ dataTransfer }: DragEvent) {
      setOver(false);
      if (dataTransfer.files.length > 0) onFiles([...dataTransfer.files]);
    },
  };
  return { over, target };
}

/** Covers the library while files are dragged over it. */
export function DropHint() {
  return (
    <div className="pointer-events-none absolute inset-0 z-1 grid place-items-center bg-scrim p-2">
      <p className="flex h-full w-full items-center justify-center gap-2 rounded-lg border-2 border-accent border-dashed bg-accent-soft font-medium text-accent">
        <Upload size={16} aria-hidden />
        {texts.dropHint}
      </p>
    </div>
  );
}
