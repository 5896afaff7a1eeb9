import { settled, virtualTime } from '@/testing/virtual-time.ts';
import * as texts from '../full-editor-texts.ts';
import { createFormatter, type FormatRequest, type FormatResponse } from './formatter.ts';

/** A fake worker: it records its requests and answers when the test does. */
class FakeWorker extends EventTarget {
  asked: string[] = [];
  ended = false;
  postMessage({ text }: FormatRequest): void {
    this.asked.push(text);
  }
  terminate(): void {
    this.ended = true;
  }
  respond(data: FormatResponse): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
  finish(text: string): void {
    this.respond({ kind: 'loaded' });
    this.respond({ kind: 'formatted', formatted: { ok: true, text, caret: 0 } });
  }
}

function setUp() {
  const workers: FakeWorker[] = [];
  const time = virtualTime();
  const format = createFormatter({
    startWorker() {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker as unknown as Worker;
    },
    time,
  });
  const worker = (index: number) => workers[index] ?? new FakeWorker();
  return {
    format: (text: string) => format({ fileName: 'script.js', text, caret: 0, tabWidth: 2, useTabs: false }),
    workers,
    worker,
    time,
  };
}

test('a text that takes too long is given up with advice, and what waits behind it is formatted', async () => {
  const { format, worker, time } = setUp();
  const endless = format('endless');
  const next = format('next');
  await settled();
  worker(0).respond({ kind: 'loaded' });
  await time.pass(10_000);
  expect(await endless).toMatchObject({
    ok: false,
    message: expect.stringContaining('Shorten the code or nest it less'),
  });
  expect([worker(0).asked, worker(0).ended, worker(1).asked]).toEqual([['endless'], true, ['next']]);
  worker(1).finish('next;');
  expect(await next).toMatchObject({ ok: true, text: 'next;' });
});

test('the time for loading does not count as time for formatting, and has a limit, too', async () => {
  const { format, workers, worker, time } = setUp();
  const slow = format('loads for long');
  await time.pass(29_000);
  worker(0).finish('loaded;');
  expect(await slow).toMatchObject({ ok: true, text: 'loaded;' });

  const never = format('never loads');
  await time.pass(30_000);
  expect(await never).toMatchObject({ ok: false, message: texts.formatterNotLoaded });

  const ended = format('once more');
  await settled();
  worker(1).finish('once more;');
  expect(await ended).toMatchObject({ ok: true });
  await time.pass(60_000);
  expect([workers.length, worker(1).ended]).toEqual([2, false]);
});

test('after a worker that could not be loaded, the next text gets another', async () => {
  const { format, worker } = setUp();
  const failed = format('a');
  await settled();
  worker(0).dispatchEvent(new Event('error'));
  expect(await failed).toMatchObject({ ok: false, message: texts.formatterNotLoaded });
  const next = format('b');
  await settled();
  worker(1).finish('b;');
  expect(await next).toMatchObject({ ok: true, text: 'b;' });
});
