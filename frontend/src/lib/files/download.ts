/** In ms: how long a file's address stays valid after the click, as no event reports when it has been saved. */
const addressLifetimeMs = 60_000;

/** Makes the browser save a file. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), addressLifetimeMs);
}
