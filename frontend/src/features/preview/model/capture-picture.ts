import { type HostMessage, PictureMessage, previewTitle } from '@studio/contract/preview';
import { drawPage } from './draw-page.ts';

/** Milliseconds after which a page that says nothing has no picture. */
const patience = 4_000;

/** What the preview shows now, as a JPEG in base64; null where there is none, or it cannot be drawn. */
export async function capturePicture(): Promise<string | null> {
  const frame = document.querySelector<HTMLIFrameElement>(`iframe[title="${previewTitle}"]`);
  const page = frame?.contentWindow;
  if (!frame || !page) return null;
  const { origin } = new URL(frame.src);
  const message: HostMessage = { type: 'studio:capture', code: drawPage.toString() };
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const hear = (event: MessageEvent) => {
    if (event.source !== page || event.origin !== origin) return;
    const told = PictureMessage.safeParse(event.data);
    if (told.success) resolve(told.data.picture);
  };
  const timer = setTimeout(() => resolve(null), patience);
  window.addEventListener('message', hear);
  page.postMessage(message, origin);
  const picture = await promise;
  clearTimeout(timer);
  window.removeEventListener('message', hear);
  return picture;
}
