import { report } from '../console/send-entries';
import { callFrames } from '../console/stack-frames';
import { blockedTarget } from './blocked-targets';
import { apply, getOwnPropertyDescriptor, indexOf, lower, method } from './natives';

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
  outside:
    'A link to the page around this one was blocked: the preview has none. It works in an exported project',
  program:
    'Another program was blocked: the preview opens none. It opens in an embed and in an exported project',
};

const warned: Record<string, true> = {};

function warnOnce(what: keyof typeof notices, caller: object): void {
  warn(what, notices[what], callFrames(caller, 1));
}

function warn(what: string, text: string, stack: string): void {
  if (warned[what]) return;
  warned[what] = true;
  report('warn', [text], { stack, kind: 'notice' });
}

const motion = 'The motion sensor';

/** What the permissions policy of every preview denies (ADR 26), by the names that browsers report. */
const powers: Record<string, string> = {
  camera: 'The camera',
  microphone: 'The microphone',
  geolocation: 'The position of the device',
  'display-capture': 'The picture of the screen',
  'clipboard-read': 'Reading the clipboard',
  midi: 'MIDI',
  accelerometer: motion,
  gyroscope: motion,
  magnetometer: 'The magnetic sensor',
};

interface PolicyReport {
  body: { featureId?: string; sourceFile?: string | null; lineNumber?: number; columnNumber?: number };
}

/** Reports uses of devices that the policy denies. Only Chromium tells a page of them. */
export function reportBlockedPowers(): void {
  if (!('ReportingObserver' in window)) return;
  const onReports = (reports: PolicyReport[]) => {
    for (let at = 0; at < reports.length; at += 1) {
      const { featureId = '', sourceFile, lineNumber, columnNumber } = (reports[at] as PolicyReport).body;
      const name = powers[featureId];
      // Libraries such as p5.js listen to the motion of the device whether a project uses it or not.
      const isLibrarys = indexOf(sourceFile ?? '', 'http') === 0 && sourceFile !== location.href;
      if (name === undefined || (name === motion && isLibrarys)) continue;
      const stack = sourceFile ? `    at ${sourceFile}:${lineNumber}:${columnNumber}` : '';
      warn(name, `${name} was blocked: a preview cannot use it. It works in an exported project`, stack);
    }
  };
  const options = { types: ['permissions-policy-violation'], buffered: true };
  new ReportingObserver(onReports as ReportingObserverCallback, options).observe();
}

// Kept before user code runs, which may overwrite them.
const listen = method(EventTarget.prototype, 'addEventListener');
const matches = method(Element.prototype, 'matches');
const pathOf = method(Event.prototype, 'composedPath');
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
    if (event.defaultPrevented) return;
    const path = pathOf(event);
    let link: EventTarget | undefined;
    for (let at = 0; at < path.length && !link; at += 1) if (isLink(path[at])) link = path[at];
    if (!link) return;
    if (hasAttribute(link, 'download')) warnOnce('download', onClick);
    else {
      const isProgram = opensProgram(attribute(link, 'href') ?? '');
      const blocked = isProgram ? 'program' : blockedTarget(attribute(link, 'target'));
      if (blocked) warnOnce(blocked, onClick);
    }
  });
}

/** Whether a link is to a mail address or a telephone number. */
function opensProgram(link: string): boolean {
  const address = lower(link);
  return (
    indexOf(address, 'mailto:') === 0 || indexOf(address, 'tel:') === 0 || indexOf(address, 'sms:') === 0
  );
}

function isLink(target: EventTarget | undefined): boolean {
  return target instanceof Element && matches(target, 'a[href], area[href]');
}
