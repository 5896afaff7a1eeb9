import { type Asset, categoryOf } from '@studio/contract/http/assets';
import { waitFor } from '@testing-library/react';
import { noResponse, type Result } from '@/lib/http-client.ts';
import { createUploadQueue, type SendOptions, type UploadFailure } from './upload-queue.ts';

/** A queue whose requests the test ends by hand. */
function startQueue() {
  const uploaded: string[] = [];
  const failures: UploadFailure[] = [];
  const sendings: { file: File; options: SendOptions; end: (response: Result<Asset>) => void }[] = [];
  const queue = createUploadQueue({
    send: (file, options) => new Promise((end) => sendings.push({ file, options, end })),
    onUploaded: ({ name }) => uploaded.push(name),
    onFailed: (failure) => failures.push(failure),
  });
  const current = () => {
    const sending = sendings.at(-1);
    if (!sending) throw new Error('Nothing is being sent');
    return sending;
  };
  return { queue, uploaded, failures, sendings, current };
}

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
  const { queue, uploaded, sendings, current } = startQueue();
  const done = queue.start([file('a.png'), file('b.css')]);
  expect(sendings).toHaveLength(1);
  expect(queue.getState()).toEqual({
    status: 'sending',
    file: { name: 'a.png', size: 4, sent: 0, number: 1, total: 2 },
    lastUploaded: null,
  });
  current().options.onProgress(3);
  expect(queue.getState()).toMatchObject({ file: { sent: 3 } });
  current().end(asset('a.png'));
  await waitFor(() => expect(sendings).toHaveLength(2));
  expect(queue.getState()).toMatchObject({
    status: 'sending',
    file: { name: 'b.css', number: 2, sent: 0 },
    lastUploaded: { name: 'a.png' },
  });
  current().end(asset('b.css'));
  expect((await done)?.map(({ name }) => name)).toEqual(['a.png', 'b.css']);
  expect(uploaded).toEqual(['a.png', 'b.css']);
  expect(queue.getState().status).toBe('idle');
});

test('the first failure ends it: what came before stays, what comes after is not sent', async () => {
  const { queue, uploaded, failures, sendings, current } = startQueue();
  const done = queue.start(['a.png', 'b.png', 'c.png', 'd.png'].map((name) => file(name)));
  current().end(asset('a.png'));
  await waitFor(() => expect(sendings).toHaveLength(2));
  current().end(refused('It is no picture.'));
  expect(await done).toHaveLength(1);
  expect([uploaded, sendings.length]).toEqual([['a.png'], 2]);
  const failure = { name: 'b.png', message: 'It is no picture.', unsent: 2 };
  expect(failures).toEqual([failure]);
  expect(queue.getState()).toMatchObject({ status: 'failed', failure, lastUploaded: { name: 'a.png' } });
  queue.dismiss();
  expect(queue.getState().status).toBe('idle');
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
  const { queue, failures, sendings } = startQueue();
  await queue.start([given]);
  expect(sendings).toHaveLength(0);
  expect(failures[0]?.message).toContain(`“${given.name}” ${message}`);
});

test('a file of exactly the limit is sent', () => {
  const { queue, sendings } = startQueue();
  void queue.start([Object.defineProperty(file('a.mp4'), 'size', { value: 104_857_600 })]);
  expect(sendings).toHaveLength(1);
});

/** What browsers make of a folder that is dropped, and of a file that was changed since it was chosen. */
function unreadable(name: string): File {
  const part = new Blob();
  part.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'));
  return Object.assign(file(name), { slice: () => part });
}

test('a folder is said to be none of the files that can be sent', async () => {
  const { queue, failures, sendings } = startQueue();
  await queue.start([unreadable('pictures')]);
  expect(sendings).toHaveLength(0);
  expect(failures[0]?.message).toContain('if it is a folder, the files in it.');
});

test('a file that cannot be read any more is no lost connection', async () => {
  const { queue, failures, current } = startQueue();
  const done = queue.start([unreadable('a.png')]);
  current().end({ ok: false, error: noResponse });
  await done;
  const again = queue.start([file('b.png')]);
  current().end({ ok: false, error: noResponse });
  await again;
  expect(failures.map(({ message }) => message)).toEqual([
    '“a.png” cannot be read. Choose it again or, if it is a folder, the files in it.',
    noResponse.message,
  ]);
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
  const { queue, failures, sendings, current } = startQueue();
  const done = queue.start([file('a.png'), file('b.png')]);
  queue.cancel();
  expect(current().options.signal.aborted).toBe(true);
  current().end(refused('The upload was cancelled.'));
  expect(await done).toEqual([]);
  expect([failures, sendings.length, queue.getState().status]).toEqual([[], 1, 'idle']);
});

test('progress that is reported after the end, and a dismissal during the next upload, change nothing', async () => {
  const { queue, current } = startQueue();
  const done = queue.start([file('a.png')]);
  const { onProgress } = current().options;
  current().end(refused('It is no picture.'));
  await done;
  onProgress(4);
  expect(queue.getState().status).toBe('failed');
  void queue.start([file('b.png')]);
  queue.dismiss();
  expect(queue.getState()).toMatchObject({ status: 'sending', file: { name: 'b.png' } });
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

test('a reset forgets how an upload failed and what came before', async () => {
  const { queue, sendings, current } = startQueue();
  const done = queue.start([file('a.png'), file('mine.png')]);
  current().end(asset('a.png'));
  await waitFor(() => expect(sendings).toHaveLength(2));
  current().end(refused('It is no picture.'));
  await done;
  queue.reset();
  expect(queue.getState()).toEqual({ status: 'idle', lastUploaded: null });
});

test('a reset forgets the file on its way, whose end changes nothing any more', async () => {
  const { queue, failures, current } = startQueue();
  const done = queue.start([file('a.png'), file('b.png')]);
  queue.reset();
  expect([current().options.signal.aborted, queue.getState().status]).toEqual([true, 'idle']);
  current().options.onProgress(2);
  current().end(refused('It was cancelled.'));
  await done;
  expect([queue.getState(), failures]).toEqual([{ status: 'idle', lastUploaded: null }, []]);
});
