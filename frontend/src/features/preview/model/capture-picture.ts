import { type HostMessage, PictureMessage } from '@studio/contract/preview';
import { previewTitle } from '@studio/contract/sandbox-frame';
import { isDrawnByScript } from '@studio/engine/html/is-blank';
import type { Source } from '@studio/engine/source';

/** Milliseconds to wait for the page's picture. */
const pictureDeadlineMs = 4_000;

/**
 * The preview's current page as a JPEG in base64; null if there is none, it cannot be drawn, or its HTML shows about as
 * much without scripts.
 */
export async function capturePicture(source: Source): Promise<string | null> {
  const frame = document.querySelector<HTMLIFrameElement>(`iframe[title="${previewTitle}"]`);
  const page = frame?.contentWindow;
  if (!frame?.offsetParent || !page) return null;
  const { origin } = new URL(frame.src);
  const html = isDrawnByScript(source) || source.frameworkConfig.htmlLanguage ? null : source.html;
  const code = `() => (${drawPage.toString()})(${JSON.stringify(html)})`;
  const message: HostMessage = { type: 'studio:capture', code };
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const onMessage = (event: MessageEvent) => {
    if (event.source !== page || event.origin !== origin) return;
    const parsed = PictureMessage.safeParse(event.data);
    if (parsed.success) resolve(parsed.data.picture);
  };
  const timer = setTimeout(() => resolve(null), pictureDeadlineMs);
  window.addEventListener('message', onMessage);
  page.postMessage(message, origin);
  const picture = await promise;
  clearTimeout(timer);
  window.removeEventListener('message', onMessage);
  return picture;
}

/**
 * Draws the top of the page that it runs in, in the ratio 8:5, as a JPEG 480 pixels wide in base64. Null if the
 * picture is empty or fails, or if scripts have added less than half of the content of `html`. It is sent to the page
 * as text, so it must not use anything outside this function.
 */
async function drawPage(html: string | null): Promise<string | null> {
  const side = 480;
  const longest = 2_000_000;
  const { innerWidth: width, innerHeight: height } = window;
  const shownHeight = Math.min(height, Math.round((width * 5) / 8));
  if (width < 1 || height < 1) return null;

  /** A document for copies of elements, in which custom elements run no code and nothing is loaded. */
  const inert = document.implementation.createHTMLDocument('');

  /** The amount of content in a page; an element counts as ten letters. */
  function weightOf(page: Document): number {
    const body = inert.importNode(page.body, true);
    for (const unseen of body.querySelectorAll('script,style,template,noscript,link,meta')) unseen.remove();
    const text = (body.textContent ?? '').replace(/\s+/g, ' ');
    return text.length + 10 * body.querySelectorAll('*').length;
  }

  if (html !== null) {
    const still = new DOMParser().parseFromString(html, 'text/html');
    if (weightOf(document) < 1.5 * weightOf(still)) return null;
  }

  /** After the page's own callbacks of this frame, while WebGL's drawing buffer is still intact. */
  await new Promise((drawn) => requestAnimationFrame(drawn));

  function canvasOf(wide: number, high: number) {
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(wide));
    canvas.height = Math.max(1, Math.round(high));
    return canvas;
  }

  /** A picture of it, no larger than displayed; empty if it contains pixels that the page may not read. */
  function copyOf(source: HTMLCanvasElement | HTMLImageElement): string {
    try {
      const seen = source.getBoundingClientRect();
      if (seen.width < 1 || seen.height < 1) return '';
      const scale = Math.min(1, (2 * side) / seen.width);
      const copy = canvasOf(seen.width * scale, seen.height * scale);
      copy.getContext('2d')?.drawImage(source, 0, 0, copy.width, copy.height);
      return copy.toDataURL('image/png');
    } catch {
      return '';
    }
  }

  /** Styles that size a canvas where scripts are off: it is then an ordinary element, and inline ones have no size. */
  function boxOf(canvas: HTMLCanvasElement) {
    const { display, width, height } = getComputedStyle(canvas);
    return { display: display === 'inline' ? 'inline-block' : display, width, height };
  }

  const canvases = [...document.querySelectorAll('canvas')].slice(0, 20);
  const copies = canvases.map(copyOf);
  const boxes = canvases.map(boxOf);
  const images = [...document.querySelectorAll('img')].slice(0, 40);
  const imageCopies = images.map((image) => (image.complete ? copyOf(image) : ''));

  function stylesOfPage(): string {
    return [...document.styleSheets, ...document.adoptedStyleSheets]
      .map((sheet) => {
        try {
          return [...sheet.cssRules].map(({ cssText }) => cssText).join('\n');
        } catch {
          // A style sheet of another origin, which cannot be read.
          return '';
        }
      })
      .join('\n');
  }

  /** The page as XML, without anything that runs or loads. */
  function still(): string {
    const root = inert.importNode(document.documentElement, true);
    root.querySelectorAll('canvas').forEach((canvas, index) => {
      const copy = copies[index];
      Object.assign(canvas.style, boxes[index]);
      if (copy) canvas.style.background = `url("${copy}") 0 0 / 100% 100% no-repeat content-box`;
    });
    root.querySelectorAll('img').forEach((image, index) => {
      const copy = imageCopies[index];
      image.removeAttribute('srcset');
      if (copy) image.src = copy;
      else image.removeAttribute('src');
    });
    for (const element of root.querySelectorAll(
      'script,noscript,style,link,base,meta,iframe,object,embed,audio,video,source,template',
    ))
      element.remove();
    const style = inert.createElement('style');
    const atRest =
      '*,::before,::after{animation-duration:0s!important;animation-delay:0s!important;animation-fill-mode:both!important;transition:none!important}';
    // The root of the drawing's document is the drawing, not the page.
    style.textContent = stylesOfPage().replaceAll(':root', ':is(html,._)') + atRest;
    root.prepend(style);
    return new XMLSerializer().serializeToString(root);
  }

  const picture = canvasOf(side, (side * shownHeight) / width);
  const drawing = picture.getContext('2d', { willReadFrequently: true });
  if (!drawing) return null;
  const scale = side / width;

  function background(): string {
    for (const element of [document.body, document.documentElement]) {
      const { backgroundColor } = getComputedStyle(element);
      if (!/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor)) return backgroundColor;
    }
    return '#fff';
  }

  async function drawElements(on: CanvasRenderingContext2D): Promise<void> {
    // The page's rules for `svg` and `*` must not apply to the elements around it; `rem` is the font size of the root.
    const size = `all:initial!important;width:${width}px!important;height:${height}px!important`;
    const { fontSize } = getComputedStyle(document.documentElement);
    const markup = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" style="${size};font-size:${fontSize}!important"><foreignObject style="${size}">${still()}</foreignObject></svg>`;
    if (markup.length > longest) throw new RangeError('The page is too large to be drawn');
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(markup)}`;
    await image.decode();
    on.drawImage(image, 0, 0, width * scale, height * scale);
  }

  function drawCanvases(on: CanvasRenderingContext2D): void {
    for (const canvas of canvases) {
      const seen = canvas.getBoundingClientRect();
      on.drawImage(canvas, seen.x * scale, seen.y * scale, seen.width * scale, seen.height * scale);
    }
  }

  drawing.fillStyle = background();
  drawing.fillRect(0, 0, picture.width, picture.height);
  try {
    await drawElements(drawing);
  } catch {
    drawCanvases(drawing);
  }
  // A picture in one colour shows nothing yet.
  const pixels = new Uint32Array(drawing.getImageData(0, 0, picture.width, picture.height).data.buffer);
  if (pixels.every((pixel) => pixel === pixels[0])) return null;
  const data = picture.toDataURL('image/jpeg', 0.75);
  return data.slice(data.indexOf(',') + 1);
}
