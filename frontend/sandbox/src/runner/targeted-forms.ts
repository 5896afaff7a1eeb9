import { blockedTarget } from './blocked-targets';
import { apply, getter, lower, method } from './natives';
import { later } from './own-timers';

/*
 * Forms that would open a window or leave the page around this one. The sandbox blocks them before the page's policy is
 * asked, which reports all others (`blocked-forms.ts`).
 */

// Kept before user code runs, which may overwrite them.
const attribute = method(Element.prototype, 'getAttribute');
const isInPage = getter(Node.prototype, 'isConnected');
const isHandled = getter(Event.prototype, 'defaultPrevented');
const targetOf = getter(Event.prototype, 'target');
const submitterOf = getter(SubmitEvent.prototype, 'submitter');

/** Watches forms that the reader submits; has to be called again after `document.open()`. */
export function watchTargetedForms(report: () => void): void {
  window.addEventListener(
    'submit',
    (event) => {
      // After the page's own listeners, which may handle it.
      later(() => {
        const form = targetOf(event);
        if (!event.isTrusted || isHandled(event) || !isInPage(form)) return;
        const submitter = submitterOf(event);
        const of = (own: string, shared: string) =>
          (submitter && attribute(submitter, own)) ?? attribute(form, shared);
        reportBlocked(of('formtarget', 'target'), of('formmethod', 'method'), report);
      });
    },
    true,
  );
}

/** Watches `form.submit()`, which has no event; it outlives `document.open()`. */
export function hookSubmit(report: () => void): void {
  const { prototype } = HTMLFormElement;
  const { submit } = prototype;
  prototype.submit = function hooked() {
    apply(submit, this, []);
    if (isInPage(this)) reportBlocked(attribute(this, 'target'), attribute(this, 'method'), report);
  };
}

function reportBlocked(target: string | null, sending: string | null, report: () => void): void {
  if (lower(sending ?? '') !== 'dialog' && blockedTarget(target)) report();
}
