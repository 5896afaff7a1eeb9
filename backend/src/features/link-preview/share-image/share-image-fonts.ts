import { fileURLToPath } from 'node:url';

const families = { inter: 'Inter', 'jetbrains-mono': 'JetBrains Mono' } as const;
const scripts = ['latin', 'latin-ext', 'greek', 'cyrillic'];
const built = new URL('../../../../dist/fonts/', import.meta.url);

interface CardFont {
  /** Its file in the package that the page has its fonts from. */
  packaged: string;
  /** Path of the TrueType file that the build makes of it. */
  file: string;
}

/** The page's own fonts, as files that text is drawn with. */
export const cardFonts: CardFont[] = Object.keys(families).flatMap((family) =>
  scripts.map((script) => ({
    packaged: `@fontsource-variable/${family}/files/${family}-${script}-wght-normal.woff2`,
    file: fileURLToPath(new URL(`${family}-${script}.ttf`, built)),
  })),
);

export const textFamily = families.inter;
export const codeFamily = families['jetbrains-mono'];
