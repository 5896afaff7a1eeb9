const notice = 'Form submission prevented in preview';

/**
 * A form never navigates the preview (specification: Preview). The page's own submit handlers run as usual; a submission that
 * they leave to the browser is prevented and passed to `report`.
 */
export function guardForms(report: (message: string) => void): void {
  window.addEventListener('submit', (event) => guardSubmit(event, report), true);
}

/** `form.submit()` sends no event: it is stopped at the method, which outlives `document.open()`. */
export function guardFormMethod(report: (message: string) => void): void {
  HTMLFormElement.prototype.submit = () => report(notice);
}

function guardSubmit(event: SubmitEvent, report: (message: string) => void): void {
  if (closesDialog(event)) return;
  event.preventDefault();
  let handled = false;
  Object.defineProperties(event, {
    defaultPrevented: { get: () => handled },
    preventDefault: {
      value: () => {
        handled = true;
      },
    },
  });
  // All handlers have run by the next task, whether or not one stopped the event on its way.
  setTimeout(() => {
    if (!handled) report(notice);
  });
}

function closesDialog(event: SubmitEvent): boolean {
  const submitter = event.submitter as HTMLButtonElement | HTMLInputElement | null;
  const method =
    submitter?.getAttribute('formmethod') ?? (event.target as HTMLFormElement).getAttribute('method');
  return method?.toLowerCase() === 'dialog';
}
