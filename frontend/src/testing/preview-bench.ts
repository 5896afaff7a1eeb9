import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { buildDocument, toHtml } from '@studio/engine/build-document';
import { PreviewStage } from '@/features/preview/model/preview-stage.ts';

/**
 * The page of `npm run bench` that shows the same documents in two ways, in turn: by the studio's stage, and by the
 * `srcdoc` of a new frame on the app's own origin. Each document tells by a message when its script has run.
 */
const settleMs = 150;

interface PreviewTimings {
  /** Milliseconds from a document being ready to its script having run, one for each round. */
  stage: number[];
  srcdoc: number[];
}

declare global {
  interface Window {
    /** Runs so many rounds of each and resolves with what they took. */
    measurePreview: (sandboxOrigin: string, rounds: number) => Promise<PreviewTimings>;
    /** Only shows so many documents on the stage, for somebody who films it. */
    showOnStage: (sandboxOrigin: string, rounds: number) => Promise<void>;
  }
}

window.measurePreview = async (sandboxOrigin, rounds) => {
  const showOnStage = await startStage(sandboxOrigin);
  const showBySrcdoc = srcdocIn(addContainer());
  const timings: PreviewTimings = { stage: [], srcdoc: [] };
  for (let round = 0; round < rounds; round += 1) {
    timings.stage.push(await timed(`stage-${round}`, showOnStage));
    timings.srcdoc.push(await timed(`srcdoc-${round}`, showBySrcdoc));
  }
  return timings;
};

window.showOnStage = async (sandboxOrigin, rounds) => {
  const show = await startStage(sandboxOrigin);
  for (let round = 0; round < rounds; round += 1) await timed(`film-${round}`, show);
};

type Show = (name: string) => void;

async function startStage(sandboxOrigin: string): Promise<Show> {
  const stage = new PreviewStage({
    container: addContainer(),
    origins: { choices: [sandboxOrigin], beside: () => sandboxOrigin },
    onConsole: () => undefined,
    onRender: () => undefined,
    onNotice: (_level, text) => {
      throw new Error(text);
    },
    onStatus: () => undefined,
  });
  const show: Show = (name) => stage.show(sampleDocument(name));
  await timed('warm-up', show);
  return show;
}

function srcdocIn(container: HTMLElement): Show {
  return (name) => {
    const frame = document.createElement('iframe');
    frame.srcdoc = toHtml(sampleDocument(name));
    container.replaceChildren(frame);
  };
}

/** Shows a document, waits until its script has run, and lets the browser settle as between two keystrokes. */
async function timed(name: string, show: Show): Promise<number> {
  const ran = new Promise<number>((resolve) => {
    const onMessage = ({ data }: MessageEvent<{ ran?: string } | null>) => {
      if (data?.ran !== name) return;
      window.removeEventListener('message', onMessage);
      resolve(performance.now());
    };
    window.addEventListener('message', onMessage);
  });
  const readyAt = performance.now();
  show(name);
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

/** A page of ordinary size, dark all over, that differs from round to round. */
function sampleDocument(name: string) {
  const rows = Array.from({ length: 80 }, (_, row) => `<li class="row">Row ${row} of ${name}</li>`);
  const rules = Array.from({ length: 80 }, (_, row) => `.row:nth-child(${row}){padding-left:${row % 9}px}`);
  return buildDocument({
    html: `<main><h1>${name}</h1><ul>${rows.join('')}</ul></main>`,
    css: `html{background:#123456;color:#fff}iframe{border:0}${rules.join('\n')}`,
    js: `for (const row of document.querySelectorAll('.row')) row.dataset.seen = '1';
parent.postMessage({ ran: '${name}' }, '*');`,
    frameworkConfig: defaultFrameworkConfig,
  });
}
