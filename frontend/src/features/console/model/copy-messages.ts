import { copyText } from '@/ui/dialogs/copy-text.ts';
import { toast } from '@/ui/toast/toast.ts';
import * as texts from '../texts.ts';

/** Copies messages of the console, and says so. */
export async function copyMessages(text: string): Promise<void> {
  if (await copyText(text)) toast({ title: texts.copied });
}
