import type { ChangeSpec, EditorState } from '@codemirror/state';
import { differences } from '../model/text-difference.ts';

/** What has to change for an editor to hold `code`, no more than that: carets elsewhere stay where they are. */
export function changesBetween({ doc }: EditorState, code: string): ChangeSpec[] {
  return differences(doc.toString(), code).map(({ start, end, text }) => ({
    from: start,
    to: end,
    insert: text,
  }));
}
