import type { CDPSession, Page } from '@playwright/test';

/** Films the page while something runs; a frame is blank where the middle of the stage is not the document's colour. */
export async function countBlankFrames(
  page: Page,
  during: () => Promise<void>,
): Promise<{ blank: number; filmed: number }> {
  const session = await page.context().newCDPSession(page);
  const frames: string[] = [];
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(data);
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await startFilming(session);
  await during();
  await session.send('Page.stopScreencast');
  const shown = await page.evaluate(async (images) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    if (!canvas) throw new Error('No canvas');
    const red: number[] = [];
    for (const image of images) {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${image}`)).blob());
      const scale = bitmap.width / innerWidth;
      canvas.drawImage(bitmap, -500 * scale, -300 * scale);
      red.push(canvas.getImageData(0, 0, 1, 1).data[0] ?? 255);
    }
    return red;
  }, frames);
  const isBlank = (red: number) => red > 0x80;
  const firstShown = shown.findIndex((red) => !isBlank(red));
  if (firstShown < 0) throw new Error(`The stage shows nothing in ${shown.length} frames`);
  const filmed = shown.slice(firstShown);
  return { blank: filmed.filter(isBlank).length, filmed: filmed.length };
}

async function startFilming(session: CDPSession): Promise<void> {
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
}
