import { silenceWarnings } from '@/testing/silence-console.ts';
import { browserStorage } from './browser-storage.ts';

beforeEach(() => {
  silenceWarnings();
  window.localStorage.clear();
});

test('what is not JSON is read as missing', () => {
  const storage = browserStorage(() => window.localStorage);
  storage.write('key', '{"a":1}');
  expect(storage.readJson('key')).toEqual({ a: 1 });
  storage.write('key', '{"a":');
  expect(storage.readJson('key')).toBeNull();
  expect(storage.readJson('missing')).toBeNull();
});

test('a browser that forbids storage is one with empty storage', () => {
  const storage = browserStorage(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(storage.write('key', 'value')).toBe(false);
  expect(storage.isMissing('key')).toBe(false);
  expect([storage.read('key'), storage.readJson('key'), storage.keys('')]).toEqual([null, null, []]);
  expect(() => storage.remove('key')).not.toThrow();
});

test('a value that does not fit leaves the former one, which may be that of another tab', () => {
  const storage = browserStorage(() => window.localStorage);
  storage.write('key', 'old');
  expect(storage.write('key', 'x'.repeat(6_000_000))).toBe(false);
  expect(storage.read('key')).toBe('old');
});

test('lists the keys with a prefix', () => {
  const storage = browserStorage(() => window.localStorage);
  for (const key of ['a/1', 'a/2', 'b/1']) storage.write(key, '');
  expect(storage.keys('a/').toSorted()).toEqual(['a/1', 'a/2']);
});
