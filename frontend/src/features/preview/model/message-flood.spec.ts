import { createFloodGauge } from './message-flood';

const nothing = () => null;

/** Reads messages of so many lines each until they are a flood; how many lines were read. */
function linesUntilFlood(linesEach: number, most: number): number {
  const gauge = createFloodGauge();
  let lines = 0;
  while (lines < most && !gauge.read(nothing, () => linesEach).flooded) lines += linesEach;
  return lines;
}

test.each([1, 100])(
  'lines are counted, %i to a message: the shell’s burst passes, twice as many do not',
  (each) => {
    expect(linesUntilFlood(each, 11_000)).toBe(11_000);
    expect(linesUntilFlood(each, 20_000)).toBeLessThan(13_000);
  },
);

test('a few huge messages are a flood; large ones of many lines are none', () => {
  const busy = (duration: number) => () => {
    for (const until = performance.now() + duration; performance.now() < until; );
  };
  const floods = (linesEach: number) => {
    const gauge = createFloodGauge();
    const results = Array.from({ length: 100 }, () => gauge.read(busy(8), () => linesEach).flooded);
    return results.includes(true);
  };
  expect(floods(1)).toBe(true);
  expect(floods(100)).toBe(false);
});
