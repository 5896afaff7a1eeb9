import { daysLeft } from './trash.ts';

const deletedAt = '2026-11-01T12:00:00.000Z';
const after = (days: number) => Date.parse(deletedAt) + days * 86_400_000;

test('a deleted project stays for 30 days, counted in days that have begun', () => {
  expect(daysLeft(deletedAt, after(0))).toBe(30);
  expect(daysLeft(deletedAt, after(0.5))).toBe(30);
  expect(daysLeft(deletedAt, after(29.9))).toBe(1);
});

test('until it is gone it is the last day, whatever the clock of this browser says', () => {
  expect(daysLeft(deletedAt, after(31))).toBe(1);
});
