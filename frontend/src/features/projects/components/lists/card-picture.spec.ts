import { expect, test } from '@jest/globals';
import { cardAddress, createVisibleCards } from './card-picture.tsx';

test('a dozen cards show a page at most; the next in view gets the place of one that leaves', () => {
  const cards = createVisibleCards();
  const shown = new Set<number>();
  const leave = Array.from({ length: 14 }, (_, card) =>
    cards.enter((isShown) => (isShown ? shown.add(card) : shown.delete(card))),
  );
  expect([...shown]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  leave[13]?.();
  leave[3]?.();
  leave[3]?.();
  expect(shown).toEqual(new Set([0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12]));
});

test('a picture is found by another machine too, where names under localhost mean nothing', () => {
  const url = 'http://abc.localhost:3001/card/abc?v=1&k=x';
  const openedAt = (href: string) => new URL(href) as unknown as Location;
  expect(cardAddress(url, openedAt('http://localhost:3000/'), { run: false })).toBe(url);
  expect(cardAddress(url, openedAt('http://192.168.1.5:3000/'), { run: true })).toBe(
    'http://192.168.1.5:3001/card/abc?v=1&k=x&run=1',
  );
  const fixed = 'https://abc.usercontent.example/card/abc?v=1&k=x';
  expect(cardAddress(fixed, openedAt('https://studio.example/'), { run: false })).toBe(fixed);
});
