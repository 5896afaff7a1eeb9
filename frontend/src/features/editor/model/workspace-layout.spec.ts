import {
  initialLayout,
  isShown,
  openingLayout,
  paneSizes,
  pressLanguage,
  shownPanes,
  storedPlace,
  storedSizes,
  storePlace,
  storeSizes,
} from './workspace-layout.ts';

const labels = (layout: typeof initialLayout, narrow = false) =>
  shownPanes(layout, narrow).map(({ label }) => label);

describe('where there is room for the stack', () => {
  test('all editors are shown at first, 40, 30 and 30 per cent high', () => {
    expect(labels(initialLayout)).toEqual(['HTML', 'CSS', 'JavaScript']);
    expect(paneSizes(shownPanes(initialLayout, false))).toEqual({ html: '40%', css: '30%', js: '30%' });
  });

  test('a press hides an editor and the next shows it again, in its place', () => {
    const without = pressLanguage(initialLayout, 'css', false);
    expect(labels(without)).toEqual(['HTML', 'JavaScript']);
    expect(labels(pressLanguage(without, 'css', false))).toEqual(['HTML', 'CSS', 'JavaScript']);
  });

  test('what is shown fills the height, whichever editors those are', () => {
    for (const hidden of ['html', 'css', 'js'] as const) {
      const shown = shownPanes(pressLanguage(initialLayout, hidden, false), false);
      const total = Object.values(paneSizes(shown)).reduce((sum, size) => sum + parseFloat(size), 0);
      expect(total).toBeCloseTo(100);
    }
  });
});

describe('below 768 px', () => {
  test('one editor is shown, and a press chooses it', () => {
    expect(labels(initialLayout, true)).toEqual(['HTML']);
    const chosen = pressLanguage(initialLayout, 'js', true);
    expect(labels(chosen, true)).toEqual(['JavaScript']);
    expect(isShown(chosen, 'html', true)).toBe(false);
    expect(labels(pressLanguage(chosen, 'js', true), true)).toEqual(['JavaScript']);
  });

  test('the choice leaves the stack as it was', () => {
    expect(labels(pressLanguage(initialLayout, 'js', true))).toEqual(['HTML', 'CSS', 'JavaScript']);
  });
});

const key = 'codestudio_layout';
beforeEach(() => localStorage.clear());

/** Where the preview is in a window of this size. */
function opening(innerWidth: number, innerHeight: number) {
  Object.assign(window, { innerWidth, innerHeight });
  const { below, share } = openingLayout();
  return { below, share };
}

test('a browser that is new here has the default layout', () => {
  expect(opening(1280, 800)).toEqual({ below: false, share: 40 });
  expect(opening(700, 800)).toEqual({ below: true, share: 40 });
  expect(storedSizes(['editors', 'preview'])).toBeUndefined();
});

test('a place and the sizes of each set of panels are kept beside each other', () => {
  storeSizes({ editors: 70, preview: 30 });
  storeSizes({ html: 20, css: 80 });
  storePlace('below');
  expect(storedPlace()).toBe('below');
  expect(storedSizes(['html', 'css'])).toEqual({ html: 20, css: 80 });
  expect(opening(1280, 800)).toEqual({ below: true, share: 50 });
  for (const width of [1280, 700]) expect(opening(width, 390).below).toBe(false);
  storePlace('right');
  expect(opening(1280, 800)).toEqual({ below: false, share: 30 });
});

test.each(['', '{', 'null', '3', '{"preview":"left","sizes":{"editors,preview":{"editors":"70"}}}'])(
  'what cannot be a layout is ignored: %s',
  (stored) => {
    localStorage.setItem(key, stored);
    expect(opening(1280, 800)).toEqual({ below: false, share: 40 });
    storePlace('below');
    expect(storedPlace()).toBe('below');
  },
);
