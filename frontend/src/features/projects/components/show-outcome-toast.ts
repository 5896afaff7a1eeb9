import { toast } from '@/ui/toast/toast.ts';
import type { Outcome } from '../model/saving/outcome-messages.ts';

/** Shows how an action ended; true if it went well. */
export function showOutcomeToast(outcome: Outcome): boolean {
  if (outcome.toast !== undefined) {
    const failed = !outcome.ok && !outcome.pending;
    toast({ title: outcome.toast, description: outcome.detail, tone: failed ? 'danger' : 'plain' });
  }
  return outcome.ok;
}
