export const formNotice = 'Form submission prevented in preview';

/**
 * Whether a form was blocked. A form never navigates the preview (specification: Preview): the page's own handlers run,
 * then its policy (`form-action 'none'`) blocks the submission, also that of `form.submit()`.
 */
export function isBlockedForm({ effectiveDirective }: SecurityPolicyViolationEvent): boolean {
  return effectiveDirective === 'form-action';
}
