import { readFileSync } from 'node:fs';

const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = tokens.split('@layer theme');

/** The colours of a part of the file, by name. */
function coloursIn(css: string): Map<string, string> {
  return new Map(
    [...css.matchAll(/--color-([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
}

/** Relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const surfaces = ['ground', 'panel', 'raised', 'hover', 'chosen'];
const texts: readonly (readonly [text: string, surfaces: readonly string[]])[] = [
  ['ink', surfaces],
  ['muted', surfaces],
  ['faint', surfaces],
  ['accent', ['ground', 'panel', 'raised', 'hover', 'accent-soft']],
  ['danger', ['ground', 'panel', 'raised', 'hover', 'danger-soft']],
  ['warning', ['ground', 'panel', 'raised', 'hover', 'warning-soft']],
  ['on-accent', ['accent', 'accent-hover', 'danger']],
  ...['tag', 'name', 'string', 'number', 'keyword'].map(
    (token) => [`syntax-${token}`, ['ground', 'panel']] as const,
  ),
];

describe.each([
  ['light', coloursIn(light)],
  ['dark', coloursIn(dark)],
])('in the %s theme', (_theme, colours) => {
  const contrast = (one: string, other: string) => {
    const [darker = 0, lighter = 0] = [one, other]
      .map((name) => luminance(colours.get(name) ?? ''))
      .toSorted((a, b) => a - b);
    return (lighter + 0.05) / (darker + 0.05);
  };

  test.each(texts)(
    '%s can be read on every surface that it stands on, hovered and chosen ones, too',
    (text, on) => {
      const hard = on.filter((surface) => !(contrast(text, surface) >= 4.5));
      expect(hard).toEqual([]);
    },
  );

  test.each(['field', 'focus', 'html', 'css', 'js'])('%s is visible beside the surfaces', (sign) => {
    const hard = ['ground', 'panel', 'raised'].filter((surface) => !(contrast(sign, surface) >= 3));
    expect(hard).toEqual([]);
  });
});
