import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { type BuiltDocument, buildDocument, toHtml } from '@studio/engine/build-document';
import type { CompileTarget } from '@studio/engine/compile';
import type { Source, Sources } from '@studio/engine/source';
import { PreviewController } from '@/features/preview/model/frames/preview-controller.ts';
import type {
  PreviewControllerOptions,
  PreviewOrigins,
} from '@/features/preview/model/frames/preview-options.ts';
import { createLivePreview } from '@/features/preview/model/live-preview.ts';
import type { RunGuard } from '@/features/preview/model/run-guard.ts';

/**
 * The page of `npm run bench` that shows the same documents alternately in two ways: by the studio's stage, and by the
 * `srcdoc` of a new frame on the app's own origin. Each document posts a message when it has run.
 */
const settleMs = 150;

/** Milliseconds, one for each round. */
interface Timings {
  studio: number[];
  reference: number[];
}

declare global {
  interface Window {
    /** The time from a ready document until it has run, after an edit of each kind. */
    measureEdits: (sandboxOrigin: string, rounds: number) => Promise<Record<Edit, Timings>>;
    /** From new class names to a styled page; the reference page builds its styles by `inPageBuild`. */
    measureTailwind: (sandboxOrigin: string, rounds: number, inPageBuild: string) => Promise<Timings>;
    /** The page that `measureEdits` shows, as a project. */
    sampleSources: () => Sources;
    /** Only shows this many documents on the stage, for recording a video. */
    showOnStage: (sandboxOrigin: string, rounds: number) => Promise<void>;
  }
}

window.measureEdits = async (sandboxOrigin, rounds) => {
  const stage = new PreviewController(stageOptions(sandboxOrigin));
  const showBySrcdoc = srcdocIn(addContainer());
  const timings = { js: newTimings(), html: newTimings(), css: newTimings() };
  await timed('warm-up,same,same', () => stage.show(built('js', 'warm-up')));
  for (const edit of edits) {
    for (let round = 0; round < rounds; round += 1) {
      const [own, other] = [`${edit}-${round}`, `${edit}-${round}-srcdoc`];
      timings[edit].studio.push(await timed(sampleSays(edit, own), () => stage.show(built(edit, own))));
      timings[edit].reference.push(
        await timed(sampleSays(edit, other), () => showBySrcdoc(toHtml(built(edit, other)))),
      );
    }
  }
  stage.destroy();
  return timings;
};

window.measureTailwind = async (sandboxOrigin, rounds, inPageBuild) => {
  const preview = createLivePreview({
    ...stageOptions(sandboxOrigin),
    originsOf: () => originsAt(sandboxOrigin),
    runGuard: noMark,
    onConsole: () => undefined,
    onProblems: failOnProblems,
    onWork: () => undefined,
    onPackages: () => undefined,
  });
  const showBySrcdoc = srcdocIn(addContainer());
  const timings = newTimings();
  const show = (source: Source) => () => void preview.show(source, target);
  await timed('1px', show(tailwindSource(1)));
  for (let round = 2; round < rounds + 2; round += 1) {
    timings.studio.push(await timed(`${round}px`, show(tailwindSource(round))));
    timings.reference.push(await timed(`${round}px`, () => showBySrcdoc(tailwindPage(round, inPageBuild))));
  }
  preview.destroy();
  return timings;
};

window.sampleSources = () => sample('js', 'same');

window.showOnStage = async (sandboxOrigin, rounds) => {
  const stage = new PreviewController(stageOptions(sandboxOrigin));
  for (let round = 0; round < rounds; round += 1)
    await timed(sampleSays('js', `film-${round}`), () => stage.show(built('js', `film-${round}`)));
};

const target: CompileTarget = { mode: 'development', libraries: 'local', moduleCdn: null, checkLoops: true };
/** Stores nothing. */
const noMark: RunGuard = { reason: () => null, begin() {}, hung() {}, leave() {}, moveTo() {} };
const newTimings = (): Timings => ({ studio: [], reference: [] });

function built(edit: Edit, name: string): BuiltDocument {
  return buildDocument(sample(edit, name));
}

function originsAt(sandboxOrigin: string): PreviewOrigins {
  return { choices: [sandboxOrigin], detour: () => sandboxOrigin };
}

function stageOptions(sandboxOrigin: string): PreviewControllerOptions {
  return {
    container: addContainer(),
    origins: originsAt(sandboxOrigin),
    onConsole: () => undefined,
    onClasses: () => undefined,
    onRender: () => undefined,
    onRun: () => undefined,
    onNotice: (_level, text) => {
      throw new Error(text);
    },
    onStatus: () => undefined,
  };
}

function failOnProblems(problems: readonly { message: string }[]): void {
  for (const { message } of problems) throw new Error(message);
}

function srcdocIn(container: HTMLElement): (html: string) => void {
  return (html) => {
    const frame = document.createElement('iframe');
    frame.srcdoc = html;
    container.replaceChildren(frame);
  };
}

/** Shows a document, waits for its message with these words, and pauses as between two keystrokes. */
async function timed(words: string, show: () => void): Promise<number> {
  const ran = new Promise<number>((resolve) => {
    const onMessage = ({ data }: MessageEvent<{ ran?: string } | null>) => {
      if (data?.ran !== words) return;
      window.removeEventListener('message', onMessage);
      resolve(performance.now());
    };
    window.addEventListener('message', onMessage);
  });
  const readyAt = performance.now();
  show();
  const took = (await ran) - readyAt;
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  return took;
}

function addContainer(): HTMLElement {
  const style = document.createElement('style');
  style.textContent = 'iframe{position:absolute;inset:0;width:100%;height:100%;border:0}';
  const container = document.createElement('div');
  container.style.cssText = 'position:relative;width:600px;height:400px';
  document.body.append(style, container);
  return container;
}

/** The edited source: the only one that differs between two rounds. */
type Edit = keyof Sources;
const edits: readonly Edit[] = ['js', 'html', 'css'];

/** The names of the round in script, markup and styles, as the sample reports them. */
function sampleSays(edit: Edit, name: string): string {
  return edits.map((part) => (part === edit ? name : 'same')).join(',');
}

/** A dark page of ordinary size. It reports when its script has run, and again when its styles were replaced. */
function sample(edit: Edit, name: string): Sources {
  const in_ = (part: Edit) => (part === edit ? name : 'same');
  const rows = Array.from({ length: 80 }, (_, row) => `<li class="row">Row ${row}</li>`);
  const rules = Array.from({ length: 80 }, (_, row) => `.row:nth-child(${row}){padding-left:${row % 9}px}`);
  return {
    html: `<main data-name="${in_('html')}"><h1>Sample</h1><ul>${rows.join('')}</ul></main>`,
    css: `html{background:#123456;color:#fff;--name:${in_('css')}}${rules.join('\n')}`,
    js: `for (const row of document.querySelectorAll('.row')) row.dataset.seen = '1';
const report = () => parent.postMessage({ ran: ['${in_('js')}', document.querySelector('main').dataset.name,
  getComputedStyle(document.documentElement).getPropertyValue('--name').trim()].join(',') }, '*');
new MutationObserver(report).observe(document.querySelector('[data-studio-css]'), { childList: true });
report();`,
  };
}

const utilities =
  'flex items-center gap-4 rounded-xl bg-slate-800 p-6 text-white shadow-lg hover:bg-slate-700 md:grid md:grid-cols-3';
const tailwindHtml = (width: number) =>
  `<main class="mx-auto max-w-3xl p-8">${`<section class="${utilities}"><h2 class="text-xl font-bold">Card</h2></section>`.repeat(20)}<p id="probe" class="w-[${width}px]">x</p></main>`;

/** Reports the width of the probe as soon as the styles set one. */
const tailwindJs = `const probe = document.querySelector('#probe');
const report = () => { const { width } = getComputedStyle(probe);
  if (probe.className === 'w-[' + width + ']') { parent.postMessage({ ran: width }, '*'); return true; } };
if (!report()) { const observer = new MutationObserver(() => report() && observer.disconnect());
  observer.observe(document, { childList: true, subtree: true, characterData: true }); }`;

/** A page of Tailwind utilities, one of them new in each round. */
function tailwindSource(width: number): Source {
  return {
    html: tailwindHtml(width),
    css: '',
    js: tailwindJs,
    frameworkConfig: { ...defaultFrameworkConfig, cssFramework: 'tailwind' },
  };
}

/** The same page with Tailwind's own build for browsers in it. */
function tailwindPage(width: number, inPageBuild: string): string {
  return `<!doctype html><html><head><script>${inPageBuild}</script></head><body>${tailwindHtml(width)}<script>${tailwindJs}</script></body></html>`;
}
