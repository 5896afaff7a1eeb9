import { type Difference, reasonFor, withoutAddedLines } from './intended.ts';

const banner =
  'info: You are running a development build of Vue.\nMake sure to use the production build (*.prod.js) when deploying for production.';
const at = { pen: 'vue: watchers and the next tick', place: 'preview', aspect: 'console' } as const;
const difference: Difference = { ...at, detail: 'something' };

test('lines that the development build adds to the console are left out where it runs, and no others', () => {
  const failed = 'error: TypeError: x is not a function';
  expect(withoutAddedLines([banner, failed], at)).toEqual([failed]);
  expect(withoutAddedLines([banner, failed], { ...at, place: 'embed' })).toEqual([banner, failed]);
  expect(withoutAddedLines([banner, failed], { ...at, pen: 'dom: lists' })).toEqual([banner, failed]);
});

test('a console that differs by more than those lines is a fault', () => {
  expect(reasonFor({ ...difference, isAddedLines: true })).toMatch(/development build of Vue/);
  expect(reasonFor(difference)).toBeUndefined();
});

test('a difference is intended for the pens, places and aspects that are named, and for no others', () => {
  const detail = '#text false instead of #text true';
  const cookies: Difference = { pen: 'platform: cookies', place: 'embed', aspect: 'DOM', detail };
  expect(reasonFor(cookies)).toMatch(/cookies/);
  expect(reasonFor({ ...cookies, place: 'standalone' })).toBeUndefined();
  expect(reasonFor({ ...cookies, aspect: 'events' })).toBeUndefined();
  expect(reasonFor({ ...cookies, pen: 'platform: storage' })).toBeUndefined();
});

test('a difference with another detail than the intended one is a fault', () => {
  const cookies: Difference = {
    pen: 'platform: cookies',
    place: 'embed',
    aspect: 'pixels',
    detail: '101 pixels',
  };
  expect(reasonFor(cookies)).toMatch(/cookies/);
  expect(reasonFor({ ...cookies, detail: '10100 pixels' })).toBeUndefined();
  expect(reasonFor({ ...cookies, aspect: 'DOM', detail: 'nothing instead of <p>' })).toBeUndefined();
});
