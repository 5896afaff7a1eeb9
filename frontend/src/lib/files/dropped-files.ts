/** Whether files are dragged, and not text. */
export function carriesFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') ?? false;
}

/** Keeps the browser from opening files that are dropped where nothing takes them. */
export function keepFilesFromOpening(): void {
  const ignore = (event: DragEvent) => {
    if (carriesFiles(event.dataTransfer)) event.preventDefault();
  };
  addEventListener('dragover', ignore);
  addEventListener('drop', ignore);
}
