/** The pattern for LIKE of texts that contain these parts in this order. */
export function likePattern(...parts: string[]): string {
  return `%${parts.map((part) => part.replace(/[\\%_]/g, '\\$&')).join('%')}%`;
}
