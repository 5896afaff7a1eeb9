import { type Asset, categoryOf } from '@studio/contract/http/assets';
import type { Result } from '@/lib/http-client.ts';
import { createUploadQueue, type SendOptions, type Stop } from './upload-queue.ts';

/** A queue whose every sending the test ends by hand. */
function startQueue() {
  const told: string[] = [];
  const stops: Stop[] = [];
  const sendings: { file: File; options: SendOptions; end: (answer: Result<Asset>) => void }[] = [];
  const queue = createUploadQueue({
    send: (file, options) => new Promise((end) => sendings.push({ file, options, end })),
    onUploaded: ({ name }) => told.push(name),
    onStopped: (stop) => stops.push(stop),
  });
  const current = () => {
    const sending = sendings.at(-1);
    if (!sending) throw new Error('Nothing is being sent');
    return sending;
  };
  return { queue, told, stops, sendings, current };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
const file = (name: string, type = '') => new File(['1234'], name, { type });

function asset(name: string): Result<Asset> {
  const category = categoryOf(name) ?? 'docs';
  const data = {
    id: name,
    name,
    url: name,
    thumbnailUrl: null,
    size: 4,
    category,
    createdAt: '2026-11-01T00:00:00Z',
  };
  return { ok: true, data };
}
const refused = (message: string): Result<Asset> => ({
  ok: false,
  error: { status: 415, code: 'unsupported_media_type', message },
});

test('files are sent one after another, each with its progress', async () => {
  const { queue, told, sendings, current } = startQueue();
  const done = queue.start([file('a.png'), file('b.css')]);
  expect(sendings).toHaveLength(1);
  expect(queue.getState().sending).toEqual({ name: 'a.png', size: 4, sent: 0, number: 1, total: 2 });
  current().options.onProgress(3);
  expect(queue.getState().sending).toMatchObject({ sent: 3 });
  current().end(asset('a.png'));
  await settled();
  expect(queue.getState()).toMatchObject({
    sending: { name: 'b.css', number: 2, sent: 0 },
    arrived: { name: 'a.png' },
  });
  current().end(asset('b.css'));
  expect((await done)?.map(({ name }) => name)).toEqual(['a.png', 'b.css']);
  expect(told).toEqual(['a.png', 'b.css']);
  expect(queue.getState().sending).toBeNull();
});

test('the first failure ends it: what came before stays, what comes after is not sent', async () => {
  const { queue, told, stops, sendings, current } = startQueue();
  const done = queue.start(['a.png', 'b.png', 'c.png', 'd.png'].map((name) => file(name)));
  current().end(asset('a.png'));
  await settled();
  current().end(refused('It is no picture.'));
  expect(await done).toHaveLength(1);
  expect([told, sendings.length]).toEqual([['a.png'], 2]);
  const stop = { name: 'b.png', message: 'It is no picture.', unsent: 2 };
  expect([stops, queue.getState().stopped]).toEqual([[stop], stop]);
  queue.dismiss();
  expect(queue.getState().stopped).toBeNull();
});

test.each([
  [
    'of another kind',
    new File(['MZ'], 'run.exe'),
    'has a type that the library does not support. Supported types: jpg, ',
  ],
  ['that is empty', new File([], 'a.png'), 'is empty.'],
  [
    'that is too large',
    Object.defineProperty(file('a.mp4'), 'size', { value: 104_857_601 }),
    'is too large: 100.0 MB. The limit is 100.0 MB per file.',
  ],
])('a file %s is refused before anything is sent', async (_, given, message) => {
  const { queue, stops, sendings } = startQueue();
  await queue.start([given]);
  expect(sendings).toHaveLength(0);
  expect(stops[0]?.message).toContain(`“${given.name}” ${message}`);
});

test('no other upload starts while one runs', async () => {
  const { queue, sendings, current } = startQueue();
  const done = queue.start([file('a.png')]);
  expect(await queue.start([file('b.png')])).toBeNull();
  expect(sendings).toHaveLength(1);
  current().end(asset('a.png'));
  await done;
  void queue.start([file('b.png')]);
  expect(current().file.name).toBe('b.png');
});

test('a cancelled upload is given up with all behind it, and is no failure', async () => {
  const { queue, stops, sendings, current } = startQueue();
  const done = queue.start([file('a.png'), file('b.png')]);
  queue.cancel();
  expect(current().options.signal.aborted).toBe(true);
  current().end(refused('The upload was cancelled.'));
  expect(await done).toEqual([]);
  expect([stops, sendings.length, queue.getState().sending]).toEqual([[], 1, null]);
});

test.each([
  ['a picture', file('a.png'), 60_000],
  ['an mp4', file('a.mp4'), 120_000],
  ['a film by its type', file('a.webm', 'video/webm'), 120_000],
  ['a sound', file('a.mp3', 'audio/mpeg'), 60_000],
])('%s has its time', (_, given, timeout) => {
  const { queue, current } = startQueue();
  void queue.start([given]);
  expect(current().options.timeout).toBe(timeout);
});
