import { classLimits } from '@studio/contract/preview-limits';
import { styleMark, stylesByClass } from '@studio/engine/build-document';
import { report } from '../console/send-entries';
import { postToHost } from './host';
import { findFirst, method, rootOf } from './natives';
import { later } from './own-timers';

/** The shortest time (ms) between two messages, each with one batch. */
const pauseMs = 200;

// Kept before user code runs, which may overwrite them.
const Observer = MutationObserver;
const observe = method(Observer.prototype, 'observe');
const disconnect = method(Observer.prototype, 'disconnect');
const findAll = method(Element.prototype, 'querySelectorAll');
const attribute = method(Element.prototype, 'getAttribute');
const match = method(String.prototype, 'match');
const remember = method(Set.prototype, 'add');
const knows = method(Set.prototype, 'has');
const isElement = (node: unknown): node is Element => node instanceof Element;

const reported = new Set<string>();
let count = 0;
let waiting: string[] = [];
let isAsked = false;

/**
 * Sends each class name of the page to the app once, if the page's styles depend on them: a script may add classes that
 * no source contains. To be called when the page has painted.
 */
export function reportClassNames(): void {
  if (!findFirst(document, `style[${styleMark}="${stylesByClass}"]`)) return;
  const observer = new Observer((records) => {
    for (let at = 0; at < records.length; at += 1) {
      const record = records[at] as MutationRecord;
      if (record.type === 'attributes') collect(record.target);
      else for (let node = 0; node < record.addedNodes.length; node += 1) collectAll(record.addedNodes[node]);
    }
    if (count >= classLimits.total) {
      disconnect(observer);
      report('warn', [
        `The page has made ${classLimits.total} class names; Tailwind styles those after them only where a source names them`,
      ]);
    }
    sendSoon();
  });
  collectAll(rootOf(document));
  send();
  const options = { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] };
  observe(observer, document, options);
}

function collectAll(node: unknown): void {
  if (!isElement(node)) return;
  collect(node);
  const found = findAll(node, '[class]');
  for (let at = 0; at < found.length; at += 1) collect(found[at]);
}

function collect(node: unknown): void {
  if (!isElement(node)) return;
  const names = (match(attribute(node, 'class') ?? '', /[^\s]+/g) ?? []) as string[];
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at] as string;
    if (count >= classLimits.total || name.length > classLimits.length || knows(reported, name)) continue;
    remember(reported, name);
    count += 1;
    waiting[waiting.length] = name;
  }
}

function sendSoon(): void {
  if (isAsked || waiting.length === 0) return;
  isAsked = true;
  later(send, pauseMs);
}

function send(): void {
  isAsked = false;
  const names: string[] = [];
  const rest: string[] = [];
  for (let at = 0; at < waiting.length; at += 1) {
    const part = at < classLimits.batch ? names : rest;
    part[part.length] = waiting[at] as string;
  }
  waiting = rest;
  if (names.length > 0) postToHost({ type: 'studio:classes', names });
  sendSoon();
}
