import { parentPort } from 'node:worker_threads';
import { toHtml } from '@studio/engine/build-document';
import { type CompiledProject, type CompileTarget, compile, loadCompilers } from '@studio/engine/compile';
import { endedCompile } from '@studio/engine/compile-deadline';
import { isBlank, isDrawnByScript } from '@studio/engine/html/is-blank';
import { isError, type Problem } from '@studio/engine/problem';
import type { Source } from '@studio/engine/source';

/** To the thread. One at a time. */
export interface CompileRequest {
  source: Source;
  target: CompileTarget;
}

/** A project as a page without any runtime, with all that who sends it has to know: nobody looks into it again. */
export interface CompiledPage {
  /** UTF-8. */
  html: Uint8Array<ArrayBuffer>;
  /** In bytes: right behind the doctype, where markup goes that comes before everything else. */
  contentStart: number;
  /** Its markup shows nothing: what there is to see is drawn by its script. */
  isBlank: boolean;
  /** A script draws what there is to see, or a part of it that a page without scripts leaves empty. */
  isDrawnByScript: boolean;
  /** The errors that keep parts of the project out of it. */
  problems: Problem[];
}

/** The page, or why compiling had to be ended, by the pane to blame. */
export type CompileOutcome = CompiledPage | { problems: Problem[] };

/** From the thread: first that the compilers are there and the work begins, then the outcome or the words of a fault of ours. */
export type CompileAnswer = 'loaded' | CompileOutcome | { fault: string };

/** In bytes. Nobody writes such a page: styles that make others without end do, and it is not passed on. */
const longestPage = 16 * 1_048_576;
/** More errors, or longer words, than these are read by nobody. */
const mostErrors = 50;
const longestMessage = 1_000;

/** The engine in a thread of its own: code of anybody's can keep it busy, and the server stays alive. */
parentPort?.on('message', (request: CompileRequest) => void answer(request));

async function answer({ source, target }: CompileRequest): Promise<void> {
  try {
    await loadCompilers(source, target);
    send('loaded');
    const outcome = outcomeOf(source, await compile(source, target));
    // Handed over, not copied.
    send(outcome, 'html' in outcome ? [outcome.html.buffer] : []);
  } catch (error) {
    send({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

function send(answer: CompileAnswer, handedOver: ArrayBuffer[] = []): void {
  parentPort?.postMessage(answer, handedOver);
}

function outcomeOf(source: Source, { document, problems }: CompiledProject): CompileOutcome {
  const html = new TextEncoder().encode(toHtml(document));
  if (html.length > longestPage) return { problems: [endedCompile(source, 'too large')] };
  const contentStart = Buffer.byteLength(document.beforeCss.slice(0, document.contentStart));
  const errors = problems.filter(isError).slice(0, mostErrors).map(shortened);
  return {
    html,
    contentStart,
    isBlank: isBlank(source),
    isDrawnByScript: isDrawnByScript(source),
    problems: errors,
  };
}

function shortened(problem: Problem): Problem {
  const { message } = problem;
  return message.length > longestMessage
    ? { ...problem, message: `${message.slice(0, longestMessage)}…` }
    : problem;
}
