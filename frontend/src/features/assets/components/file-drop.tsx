import { Upload } from 'lucide-react';
import { type DragEvent, useEffect, useState } from 'react';
import * as texts from '../texts.ts';

/** Makes an element accept dropped files, and keeps the browser from opening files dropped elsewhere on the page. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false);

  useEffect(() => {
    const ignore = (event: globalThis.DragEvent) => {
      if (carriesFiles(event.dataTransfer)) event.preventDefault();
    };
    window.addEventListener('dragover', ignore);
    window.addEventListener('drop', ignore);
    return () => {
      window.removeEventListener('dragover', ignore);
      window.removeEventListener('drop', ignore);
    };
  }, []);

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

function carriesFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') ?? false;
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
