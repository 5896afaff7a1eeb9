/** The quiet line below the editors: how far Monaco is, then what Monaco says of its keys. */
export function editorNote(
  monaco: { status: 'loading' | 'failed' | 'unsuited' } | { status: 'ready'; note: string },
): string | null {
  if (monaco.status === 'ready') return monaco.note;
  if (monaco.status === 'loading') return 'Loading the full editor...';
  if (monaco.status === 'failed') return 'The full editor could not be loaded; this plain one keeps working.';
  return null;
}
