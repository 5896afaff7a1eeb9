import { toast } from '@/ui/toast.ts';
import type { Outcome } from '../model/project-state.ts';

/** Shows how an action ended; true if it went well. */
export function tell(outcome: Outcome): boolean {
  if (outcome.toast !== undefined) {
    toast({ title: outcome.toast, description: outcome.detail, tone: outcome.ok ? 'plain' : 'danger' });
  }
  return outcome.ok;
}
