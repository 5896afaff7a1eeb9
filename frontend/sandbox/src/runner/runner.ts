import type { HostMessage } from '@studio/contract/preview';
import { excuseConsole, hookConsole } from '../console/hook-console';
import { watchProxies } from '../console/own-values';
import { reportErrors, reportPolicy } from '../console/report-errors';
import { reportFiles } from '../console/report-files';
import { report, sendWaiting } from '../console/send-entries';
import { hookBlockedMethods, reportBlockedPowers, watchBlockedLinks } from './blocked-actions';
import { formNotice, isBlockedForm } from './blocked-forms';
import { reportClassNames } from './class-names';
import { replaceDialogs } from './dialogs';
import { correctReadyState, readyState, reattachWhenReopened, whenPainted } from './document-lifecycle';
import { isFromHost, postToHost } from './host';
import { capture, evaluate, replaceStyles } from './host-commands';
import { limitLoops } from './loop-limit';
import { method } from './natives';
import { preloadModules, reportLoaded } from './package-modules';
import { postLoopTime, postReady, postToPort, reportLoopTime } from './port';
import { restrictFocus } from './restrict-focus';
import { excuseStudioTime } from './studio-time';
import { hookSubmit, watchTargetedForms } from './targeted-forms';
import { reportWorkers } from './workers';

/*
 * The page on a project's own origin that renders one document. What it sets on `window` outlives `document.open()`;
 * event listeners do not and are attached again.
 */

/** The number of the last document it received; 0: none yet. */
let given = 0;
let hasPainted = false;
/** False while the user types in the studio. */
let mayFocus = true;
const notice = { kind: 'notice' } as const;
// Kept before user code runs: an element of the page may hide it.
const currentState = readyState();
const closeDocument = method(Document.prototype, 'close');

const reportForm = () => void report('warn', [formNotice], notice);

function listen(): void {
  window.addEventListener('message', onMessage);
  window.addEventListener('securitypolicyviolation', (event) => {
    if (isBlockedForm(event)) reportForm();
  });
  watchTargetedForms(reportForm);
  watchBlockedLinks();
  reportErrors();
  reportPolicy((message) => report('error', [message], notice));
  // Not `pagehide`: its handlers keep a hanging process alive for seconds.
  window.addEventListener('beforeunload', () => {
    sendWaiting();
    postToPort({ type: 'studio:left' });
  });
}

function onMessage(event: MessageEvent): void {
  if (!isFromHost(event)) return;
  // The project's own listeners never get the studio's messages.
  event.stopImmediatePropagation();
  const message = event.data as HostMessage;
  if (message.type === 'studio:ping') {
    mayFocus = message.mayFocus ?? mayFocus;
    postToHost({ type: 'studio:pong', at: message.at });
  } else if (message.type === 'studio:css') replaceStyles(message.css);
  else if (message.type === 'studio:evaluate') evaluate(message);
  else if (message.type === 'studio:capture') capture(message.code);
  else if (message.type === 'studio:render') render(message);
}

function render(message: Extract<HostMessage, { type: 'studio:render' }>): void {
  const { html, renderId, modules } = message;
  const isFirst = given === 0;
  given = renderId;
  if (!isFirst) {
    // The page has reported that it is an empty runner, so this reports that its document is shown.
    if (hasPainted) postPainted();
    return;
  }
  mayFocus = message.mayFocus;
  restrictFocus(() => mayFocus);
  document.open();
  correctReadyState();
  window.addEventListener('load', reportLoaded, { once: true });
  document.write(html);
  preloadModules(modules);
  closeDocument(document);
  // Its scripts have run: if the previous page, which shares its process, hangs later, this page is not the cause.
  postToHost({ type: 'studio:pong', at: 0 });
  whenPainted(() => {
    hasPainted = true;
    postPainted();
    reportClassNames();
  }, currentState() !== 'loading');
}

function postPainted(): void {
  postToHost({ type: 'studio:painted', renderId: given });
}

watchProxies();
hookConsole();
replaceDialogs((message, level) => report(level, [message], notice));
hookBlockedMethods();
hookSubmit(reportForm);
reportBlockedPowers();
reportWorkers();
reportFiles();
const loops = limitLoops();
reportLoopTime(loops);
excuseConsole(excuseStudioTime(loops, postLoopTime));
reattachWhenReopened(listen);
postReady();
