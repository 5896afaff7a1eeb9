import { openingPreview, storedPlace, storedSizes, storePlace, storeSizes } from './workspace-layout';

const key = 'codestudio_layout';
beforeEach(() => localStorage.clear());

test('a browser that is new here has the layout of SPEC 2', () => {
  expect(openingPreview(false)).toEqual({ below: false, share: 40 });
  expect(openingPreview(true)).toEqual({ below: true, share: 40 });
  expect(storedSizes(['editors', 'preview'])).toBeUndefined();
});

test('a place and the sizes of each set of panels are kept beside each other', () => {
  storeSizes({ editors: 70, preview: 30 });
  storeSizes({ html: 20, css: 80 });
  storePlace('below');
  expect(storedPlace()).toBe('below');
  expect(storedSizes(['html', 'css'])).toEqual({ html: 20, css: 80 });
  expect(openingPreview(false)).toEqual({ below: true, share: 50 });
  storePlace('right');
  expect(openingPreview(false)).toEqual({ below: false, share: 30 });
});

test.each(['', '{', 'null', '3', '{"preview":"left","sizes":{"editors,preview":{"editors":"70"}}}'])(
  'what cannot be a layout is ignored: %s',
  (stored) => {
    localStorage.setItem(key, stored);
    expect(openingPreview(false)).toEqual({ below: false, share: 40 });
    storePlace('below');
    expect(storedPlace()).toBe('below');
  },
);
