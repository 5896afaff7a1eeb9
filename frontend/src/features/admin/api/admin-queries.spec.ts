import { dayRange } from './admin-queries.ts';

test('a range has all of its last day, by the clock of the reader', () => {
  expect(dayRange('2026-11-20', '2026-11-21')).toEqual({
    from: new Date(2026, 10, 20).toISOString(),
    until: new Date(2026, 10, 22).toISOString(),
  });
});

test('either end may be open; half a date is none', () => {
  expect(dayRange('', '')).toEqual({});
  expect(dayRange('2026-12-31', '')).toEqual({ from: new Date(2026, 11, 31).toISOString() });
  expect(dayRange('20', '2026-12-31')).toEqual({ until: new Date(2027, 0, 1).toISOString() });
});
