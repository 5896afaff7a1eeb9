import type { ConsoleEntry } from '@studio/contract/console';
import { copyText } from '@/ui/dialogs/copy-text.ts';
import { toast } from '@/ui/toast/toast.ts';
import * as texts from '../texts.ts';
import { fullText } from './format-message.ts';

/** In UTF-16 units: a few thousand large values would exceed what a string can hold. */
const maxLength = 10_000_000;

/** Copies messages of the console, and says so. Of very long ones only the newest are copied, as the text says. */
export async function copyMessages(entries: readonly ConsoleEntry[]): Promise<void> {
  if (await copyText(joinNewest(entries))) toast({ title: texts.copied });
}

function joinNewest(entries: readonly ConsoleEntry[]): string {
  const copied: string[] = [];
  let room = maxLength;
  for (const entry of entries.toReversed()) {
    if (room <= 0) break;
    const text = fullText(entry);
    room -= text.length + 1;
    copied.push(text);
  }
  const left = entries.length - copied.length;
  if (left > 0) copied.push(texts.notCopied(left));
  return copied.toReversed().join('\n');
}
