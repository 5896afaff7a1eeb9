import { initialLayout, isShown, paneSizes, pressLanguage, shownPanes } from './workspace-layout';

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
