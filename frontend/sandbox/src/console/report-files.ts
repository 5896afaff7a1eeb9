import { getter, indexOf, method, slice } from '../runner/natives';
import { later } from '../runner/own-timers';
import { report } from './send-entries';

// Kept before user code runs, which may overwrite them.
const entriesOf = method(PerformanceObserverEntryList.prototype, 'getEntries');
const nameOf = getter(PerformanceEntry.prototype, 'name');
const baseOf = getter(Node.prototype, 'baseURI');
const hrefOf = getter(URL.prototype, 'href');
const textOf = getter(Node.prototype, 'textContent');
const loaded = performance.getEntriesByType.bind(performance);
const initiatorOf = getter(PerformanceResourceTiming.prototype, 'initiatorType');
/** Null in Safari, which knows no statuses. */
const statusOf =
  'responseStatus' in PerformanceResourceTiming.prototype
    ? getter(PerformanceResourceTiming.prototype, 'responseStatus')
    : null;

/** In ms: the `error` event of an element, which says more, comes a moment before or after the entry. */
const pauseMs = 100;

const reported: Record<string, true> = {};

/** Reports that an element could not load an address, and marks it as reported. */
export function reportElement(element: Element): void {
  const { localName } = element;
  // A policy of the page has blocked it, which is reported by itself.
  if (localName === 'style' && indexOf(textOf(element), '@import') < 0) return;
  const address = element.getAttribute('src') ?? element.getAttribute('href');
  const url = address === null ? '' : resolved(address);
  if (url !== '') reported[url] = true;
  const what = address === null ? failedImports(element) : address + insteadOf(localName, url);
  report('error', [`Preview Error: <${localName}> could not load ${what}`], { kind: 'notice' });
}

function resolved(address: string): string {
  const base = baseOf(document);
  return URL.canParse(address, base) ? hrefOf(new URL(address, base)) : '';
}

/** What the page's origin serves. */
const served = ['/assets/', '/lib/', '/packages/'] as const;

/** Whether an address is that of a file which a page written as several files would have beside it. */
export function isBesidePage(address: string): boolean {
  const url = resolved(address);
  const path = indexOf(url, `${location.origin}/`) === 0 ? slice(url, location.origin.length) : '';
  for (let at = 0; at < served.length; at += 1) if (indexOf(path, served[at]) === 0) return false;
  return path !== '';
}

/** What a page that was written as several files has instead of one that it asks for. */
function insteadOf(localName: string, url: string): string {
  if (url === '' || !isBesidePage(url)) return '';
  if (localName === 'script') return ': the page has the script of the JavaScript pane without it';
  const isStyles = localName === 'link' && indexOf(url, '.css') >= 0;
  return isStyles ? ': the page has the styles of the CSS pane without it' : '';
}

/**
 * The addresses in the text of a module that did not load, as far as the browser tells: of what styles import from
 * elsewhere, it has the same status 0 in any case.
 */
function failedImports(element: Element): string {
  if (!statusOf) return unnamedImports;
  const text = textOf(element);
  const entries = loaded('resource');
  let failed = '';
  for (let at = 0; at < entries.length; at += 1) {
    const name = nameOf(entries[at]);
    const status = statusOf(entries[at]);
    const isFailed = (status === 0 || status >= 400) && initiatorOf(entries[at]) === 'script';
    if (isFailed && indexOf(text, name) >= 0 && indexOf(failed, name) < 0)
      failed += failed === '' ? name : `, ${name}`;
  }
  return failed === '' ? unnamedImports : failed;
}

const unnamedImports = 'what it imports';

/**
 * Reports files of the page's own origin that no element in the page waits for and that the server refuses, once each:
 * those of `fetch`, of styles, and of elements outside the page.
 */
export function reportFiles(): void {
  if (!statusOf) return;
  const observer = new PerformanceObserver((list) => {
    const entries = entriesOf(list);
    for (let at = 0; at < entries.length; at += 1) {
      const name = nameOf(entries[at]);
      const status = statusOf(entries[at]);
      if (status >= 400 && indexOf(name, `${location.origin}/`) === 0)
        later(() => reportOnce(name, status), pauseMs);
    }
  });
  observer.observe({ type: 'resource', buffered: true });
}

function reportOnce(name: string, status: number): void {
  if (reported[name]) return;
  reported[name] = true;
  const path = slice(name, location.origin.length);
  report('error', [`Preview Error: could not load ${path} (HTTP ${status})`], { kind: 'notice' });
}
