import { report } from '../console/send-entries';
import { callFrames } from '../console/stack-frames';
import { apply, getOwnPropertyDescriptor, method } from './natives';

/**
 * What the sandbox of a preview blocks (all but scripts, same origin and forms), which browsers report only in their
 * own console. Each is reported once, with what to do instead.
 */
const notices = {
  window: 'A new window was blocked: the preview opens none. It opens in an embed and in an exported project',
  download: 'A download was blocked: the preview saves no files. It works in an exported project',
  pointerLock:
    'Pointer lock was blocked: the preview never takes the pointer. It works in an exported project',
  print: 'Printing was blocked: the preview opens no dialog of the browser. It works in an exported project',
};

const warned = { window: false, download: false, pointerLock: false, print: false };

function warnOnce(what: keyof typeof notices, caller: object): void {
  if (warned[what]) return;
  warned[what] = true;
  report('warn', [notices[what]], { stack: callFrames(caller, 1), isNotice: true });
}

// Kept before user code runs, which may overwrite them.
const listen = method(EventTarget.prototype, 'addEventListener');
const closest = method(Element.prototype, 'closest');
const attribute = method(Element.prototype, 'getAttribute');
const hasAttribute = method(Element.prototype, 'hasAttribute');

/** The methods that code calls; they outlive `document.open()`. */
export function hookBlockedMethods(): void {
  const open = window.open;
  window.open = function hooked(...args) {
    const opened = apply<Window, Parameters<typeof open>, Window | null>(open, this, args);
    // With the name of an existing frame, `open` succeeds and opens no window.
    if (!opened) warnOnce('window', hooked);
    return opened;
  };
  const lock = Element.prototype.requestPointerLock;
  Element.prototype.requestPointerLock = function hooked(...args) {
    warnOnce('pointerLock', hooked);
    return apply<Element, Parameters<typeof lock>, Promise<void>>(lock, this, args);
  };
  window.print = function hooked() {
    warnOnce('print', hooked);
  };
  const { prototype } = HTMLAnchorElement;
  const download = getOwnPropertyDescriptor(prototype, 'download');
  const onClick = () => warnOnce('download', onClick);
  // Code can click a link that is not in the page.
  Object.defineProperty(prototype, 'download', {
    ...download,
    set(name: string) {
      apply(download?.set as (name: string) => void, this, [name]);
      listen(this, 'click', onClick);
    },
  });
}

/** Watches clicks on links; has to be called again after `document.open()`. */
export function watchBlockedLinks(): void {
  window.addEventListener('click', function onClick(event) {
    const link = event.target instanceof Element ? closest(event.target, 'a[href], area[href]') : null;
    if (!link || event.defaultPrevented) return;
    if (hasAttribute(link, 'download')) warnOnce('download', onClick);
    else if (attribute(link, 'target')?.toLowerCase() === '_blank') warnOnce('window', onClick);
  });
}
