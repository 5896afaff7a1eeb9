import { failure, showOutcomeToast } from './toast-texts.ts';

/** Why a project is not shared or embedded (specification: Toasts); loaded when that is first needed. */
const refusals = {
  shareUnsaved: failure('Cannot share', 'Save the project first.'),
  shareForeign: failure('Cannot share', 'This project belongs to someone else.'),
  sharePrivate: failure('Cannot share private project', 'Make the project public first.'),
  embedUnsaved: failure('Cannot generate embed code', 'Save the project first.'),
};
export type Refusal = keyof typeof refusals;

export function showRefusal(reason: Refusal): void {
  showOutcomeToast(refusals[reason]);
}
