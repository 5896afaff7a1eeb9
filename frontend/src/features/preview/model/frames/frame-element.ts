import { framePermissions, previewSandbox } from '@studio/contract/sandbox-frame';

/** A frame that loads a runner, unknown to assistive technology. */
export function createFrameElement(origin: string): HTMLIFrameElement {
  const element = document.createElement('iframe');
  element.setAttribute('sandbox', previewSandbox);
  element.allow = framePermissions;
  // The runner learns only the origin of the app.
  element.referrerPolicy = 'origin';
  element.className = 'absolute inset-0 size-full border-0 bg-page';
  hideFrame(element);
  element.src = `${origin}/`;
  return element;
}

export function hideFrame(element: HTMLIFrameElement): void {
  element.title = '';
  element.setAttribute('aria-hidden', 'true');
  element.tabIndex = -1;
  element.style.zIndex = '0';
}
