/** A title as typed; one that shows nothing, such as a lone direction mark, becomes Untitled (specification: Project record). */
export function titleOf(typed: string): string {
  return /[^\s\p{Cf}\p{Cc}]/u.test(typed) ? typed : 'Untitled';
}
