import { formatSize, formatUsage } from './file-size.ts';

test.each([
  [0, '0 Bytes'],
  [1_023, '1023 Bytes'],
  [1_024, '1.0 KB'],
  [1_536, '1.5 KB'],
  [1_048_575, '1.0 MB'],
  [104_857_600, '100.0 MB'],
  [1_610_612_736, '1.5 GB'],
])('%i bytes are shown as %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});

test('usage is shown in megabytes, with the limit', () => {
  const totalLimit = 1_073_741_824;
  expect(formatUsage({ totalUsed: 0, totalLimit, assetCount: 0 })).toBe('0.0 MB / 1GB (0 files)');
  expect(formatUsage({ totalUsed: 0, totalLimit, assetCount: 1 })).toBe('0.0 MB / 1GB (1 file)');
  expect(formatUsage({ totalUsed: 1_066_401_792, totalLimit, assetCount: 12 })).toBe(
    '1017.0 MB / 1GB (12 files)',
  );
});
