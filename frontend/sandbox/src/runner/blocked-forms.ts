/**
 * A form never navigates the preview (specification: Preview): once the page's own handlers have run, the policy that the page
 * is served with (`form-action 'none'`) blocks what they leave to the browser, `form.submit()` too. Passed to `report`.
 */
export function reportForms(report: (message: string) => void): void {
  window.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
    if (effectiveDirective === 'form-action') report('Form submission prevented in preview');
  });
}
