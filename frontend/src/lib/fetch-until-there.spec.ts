import { jest } from '@jest/globals';
import { silenceWarnings } from '@/testing/silence-console.ts';
import { settled, virtualTime } from '@/testing/virtual-time.ts';
import { fetchUntilThere } from './fetch-until-there.ts';

const time = virtualTime();
let tries: number;

beforeEach(() => {
  silenceWarnings();
  tries = 0;
});

async function thereAtThirdTry(): Promise<string> {
  tries += 1;
  if (tries < 3) throw new TypeError('Failed to fetch');
  return 'there';
}

test('a part that cannot be fetched is tried again every few seconds until it is there', async () => {
  const fetched = fetchUntilThere(thereAtThirdTry, time);
  await time.pass(4_000);
  expect(tries).toBe(1);
  await time.pass(20_000);
  expect([await fetched, tries]).toEqual(['there', 3]);
});

test('tries that a timer began leave no listener behind', async () => {
  const added = jest.spyOn(window, 'addEventListener');
  const removed = jest.spyOn(window, 'removeEventListener');
  const fetched = fetchUntilThere(thereAtThirdTry, time);
  await time.pass(24_000);
  await fetched;
  expect(added).toHaveBeenCalledTimes(4);
  expect(removed.mock.calls).toEqual(added.mock.calls);
  added.mockRestore();
  removed.mockRestore();
});

test('and at once when the connection returns', async () => {
  const fetched = fetchUntilThere(thereAtThirdTry, time);
  for (const expected of [2, 3]) {
    await settled();
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(tries).toBe(expected);
  }
  expect(await fetched).toBe('there');
});
