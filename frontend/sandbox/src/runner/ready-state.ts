/**
 * A written document reports `complete` as soon as it has been parsed, before its deferred scripts have run. Until its
 * `load` event this one says `interactive`, as after a navigation, and the last `readystatechange` waits for it too.
 * To be called right after `document.open()`, before any listener of the page.
 */
export function correctReadyState(): void {
  const { get } = Object.getOwnPropertyDescriptor(Document.prototype, 'readyState') ?? {};
  const native = () => get?.call(document) as DocumentReadyState;
  const isEarly = () => native() === 'complete';
  Object.defineProperty(document, 'readyState', {
    configurable: true,
    get: () => (isEarly() ? 'interactive' : native()),
  });
  const holdBack = (event: Event) => {
    if (event.target === document && isEarly()) event.stopImmediatePropagation();
  };
  window.addEventListener('readystatechange', holdBack, true);
  const onLoad = (event: Event) => {
    if (event.target !== document) return;
    window.removeEventListener('load', onLoad, true);
    window.removeEventListener('readystatechange', holdBack, true);
    Reflect.deleteProperty(document, 'readyState');
    document.dispatchEvent(new Event('readystatechange'));
  };
  window.addEventListener('load', onLoad, true);
}
