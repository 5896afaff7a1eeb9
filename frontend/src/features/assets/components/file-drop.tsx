import { type DragEvent, useEffect, useState } from 'react';

/** Makes an element take dropped files; elsewhere on the page they do nothing, where a browser would open them. */
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
