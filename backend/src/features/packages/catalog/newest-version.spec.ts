import { expect, it } from '@jest/globals';
import { newestOf } from './newest-version.js';

it.each([
  ['^1.0.0', ['1.0.0', '1.2.0', '2.0.0'], '1.2.0'],
  [null, ['1.0.0', '2.0.0-rc.1'], '1.0.0'],
  ['^1.0.0', ['1.0.0', '1.1.0-rc.1'], '1.0.0'],
  ['latest', ['1.0.0', '1.1.0-rc.1'], '1.0.0'],
  ['^1.1.0-rc.1', ['1.0.0', '1.1.0-rc.1', '1.1.0-rc.2'], '1.1.0-rc.2'],
  ['^1.1.0-rc.1', ['1.1.0-rc.2', '1.2.0-rc.1'], '1.1.0-rc.2'],
  // As peers: nothing else is there.
  ['^1.0.0', ['1.1.0-rc.1'], '1.1.0-rc.1'],
  [null, ['1.1.0-rc.1'], '1.1.0-rc.1'],
  ['^3.0.0', ['1.0.0'], undefined],
])('for %s the newest of %j is %s', (range, versions, expected) => {
  expect(
    newestOf(
      versions.map((version) => ({ version })),
      range,
    )?.version,
  ).toBe(expected);
});
