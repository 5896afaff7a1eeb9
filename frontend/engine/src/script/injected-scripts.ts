import { defaultLoopTime, maxLoopTime } from '@studio/contract/durations';
import type { Sources } from '../source.js';
import { loopHook } from './loop-hook.js';

/** If React is missing, one retry happens after this many ms (specification: Preview). */
const retryAfterMs = 100;

/**
 * Markup right before a React project's script. If React is missing, it turns the following script into plain text,
 * loads the libraries again after 100 ms, and then runs the script or reports why it cannot. If React is there, it does
 * nothing, so the script runs at the usual time.
 */
export function reactGate(libraries: readonly string[]): string {
  return `<script>${gate.replace('LIBRARIES', JSON.stringify(libraries).replaceAll('<', '\\u003c'))}</script>`;
}

const gate = `(() => {
  const isReady = () => window.React && window.ReactDOM;
  if (isReady()) return;
  const mark = "text/studio-late";
  document.write("<script type='" + mark + "'>");
  const run = () => {
    if (!isReady()) return console.error("Preview Error: React libraries are not loaded");
    const late = document.querySelector("script[type='" + mark + "']");
    const script = document.createElement("script");
    const start = late.text.indexOf(">") + 1;
    if (late.text.slice(0, start).includes("module")) script.type = "module";
    script.textContent = late.text.slice(start);
    late.replaceWith(script);
  };
  const load = ([address, ...others]) => {
    if (!address || isReady()) return run();
    const script = document.createElement("script");
    script.src = new window.URL(address, location);
    script.onload = script.onerror = () => load(others);
    document.head.append(script);
  };
  setTimeout(() => load(LIBRARIES), ${retryAfterMs});
})();`.replace(/\n\s*/g, '');

const mention = /\bCP\b/;

/**
 * Markup without line ends that provides the globals of CodePen, for code copied from there: its loop guard
 * (`CP.shouldStopExecution`, `CP.exitedLoop`), and `CP.PenTimer.MAX_TIME_IN_LOOP_WO_EXIT`, which sets how long (ms) a
 * loop may run. It comes first in the page. Empty for pages that do not mention it.
 */
export function penTimer({ html, js }: Pick<Sources, 'html' | 'js'>): string {
  return mention.test(html) || mention.test(js) ? `<script>${script}</script>` : '';
}

const script = `(() => {
  const guard = window.${loopHook} ?? { limit: ${defaultLoopTime} };
  window.CP = {
    PenTimer: {
      get MAX_TIME_IN_LOOP_WO_EXIT() { return guard.limit },
      set MAX_TIME_IN_LOOP_WO_EXIT(ms) { if (ms >= 1) guard.limit = Math.min(ms, ${maxLoopTime}) }
    },
    shouldStopExecution: () => false,
    exitedLoop: () => {}
  };
})()`.replace(/\n\s*/g, '');

const fileMention = /\/assets\/[0-9a-z]{16}\//;

/**
 * Markup without line ends by which pictures and players that code makes of users' files are asked for with CORS, as
 * those in the markup are (`cross-origin.ts`). It comes first in the page. Empty for pages that name no files.
 */
export function readableFiles({ html, js }: Pick<Sources, 'html' | 'js'>): string {
  return fileMention.test(html) || fileMention.test(js) ? `<script>${fileScript}</script>` : '';
}

const fileScript = `(() => {
  const { apply } = Reflect;
  for (const { prototype } of [HTMLImageElement, HTMLMediaElement]) {
    const src = Object.getOwnPropertyDescriptor(prototype, "src");
    Object.defineProperty(prototype, "src", {
      ...src,
      set(address) {
        if (this.crossOrigin === null && ${fileMention}.test(address)) this.crossOrigin = "";
        apply(src.set, this, [address]);
      }
    });
  }
})()`.replace(/\n\s*/g, '');
