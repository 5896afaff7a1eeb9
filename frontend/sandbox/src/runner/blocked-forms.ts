export const formNotice = 'Form submission prevented in preview';

/**
 * Reports blocked forms. A form never navigates the preview (specification: Preview): the page's own handlers run, then
 * its policy (`form-action 'none'`) blocks the submission, also that of `form.submit()`.
 */
export function reportForms(report: (message: string) => void): void {
  window.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
    if (effectiveDirective === 'form-action') report(formNotice);
  });
}
