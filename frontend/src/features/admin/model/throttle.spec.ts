import { virtualTime } from '@/testing/virtual-time.ts';
import { throttle } from './throttle.ts';

test('the first call runs at once, all others of a second together at its end', async () => {
  const time = virtualTime();
  let runs = 0;
  const { call, cancel } = throttle(time, 1_000, () => {
    runs += 1;
  });
  call();
  expect(runs).toBe(1);
  call();
  call();
  await time.pass(999);
  expect(runs).toBe(1);
  await time.pass(1);
  expect(runs).toBe(2);
  await time.pass(1_000);
  call();
  expect(runs).toBe(3);
  call();
  cancel();
  await time.pass(2_000);
  expect(runs).toBe(3);
});
