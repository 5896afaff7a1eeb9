import { readTextStart, shownBytes } from './asset-preview-dialog.tsx';

test('a short text is read whole, also where a character comes in two pieces', async () => {
  const pieces = [new Uint8Array([0xc3]), new Uint8Array([0xa9])];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift();
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
  });
  expect(await readTextStart(new Response(body))).toEqual({ text: 'é', isCut: false });
});

test('exactly as much as is shown is not cut', async () => {
  const { text, isCut } = await readTextStart(new Response('a'.repeat(shownBytes)));
  expect([text.length, isCut]).toEqual([shownBytes, false]);
});

test('of a text without end only the beginning is read', async () => {
  let isLeft = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(70_000).fill(97)),
    cancel: () => {
      isLeft = true;
    },
  });
  const { text, isCut } = await readTextStart(new Response(body));
  expect([text.length, isCut, isLeft]).toEqual([shownBytes, true, true]);
});
