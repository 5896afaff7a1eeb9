import { loadTailwindClasses, type TailwindClasses } from '@studio/engine/styles/tailwind-classes';
import type { ClassesRequest, ClassesResponse } from './offer-classes.ts';

/** Cached, since parsing the pane is most of the work, and it rarely changes while classes are typed. */
let loaded: { css: string; classes: Promise<TailwindClasses> } | null = null;

/** Runs Tailwind in a worker, so that its twenty thousand classes do not block the page. */
self.addEventListener('message', ({ data }: MessageEvent<ClassesRequest>) => void respond(data));

async function respond({ number, css, typed }: ClassesRequest): Promise<void> {
  if (loaded?.css !== css) loaded = { css, classes: loadTailwindClasses(css) };
  const classes = (await loaded.classes).matching(typed);
  self.postMessage({
    number,
    classes: classes.map((found) => ({ ...found, color: found.color && toHex(found.color) })),
  } satisfies ClassesResponse);
}

const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });

/** A CSS colour as `#rrggbb`, the only form that Monaco shows; null for an invalid colour. */
function toHex(color: string): string | null {
  if (!context) return null;
  context.clearRect(0, 0, 1, 1);
  // An invalid colour leaves it unchanged.
  context.fillStyle = 'transparent';
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, opacity = 0] = context.getImageData(0, 0, 1, 1).data;
  if (opacity === 0) return null;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
