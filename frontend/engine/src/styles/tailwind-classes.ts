import { __unstable__loadDesignSystem as loadDesignSystem } from 'tailwindcss';
import { withTailwindImport } from './runtime-tailwind.js';
import { tailwindFilesOnly } from './tailwind-files-only.js';

/** A suggestion: a class, or the beginning of one (`hover:`). */
export interface TailwindClass {
  name: string;
  /** Its CSS; null if it is only the beginning of a class. */
  rule: string | null;
  /** Its colour, in CSS syntax. */
  color: string | null;
}

/** The classes of a project's Tailwind. */
export interface TailwindClasses {
  /** At most 100 classes that contain `typed`, which may have variants (`md:hover:`); best matches first. */
  matching(typed: string): TailwindClass[];
}

const maxShown = 100;

/** Tailwind's own classes and those that the pane adds (`@theme`, `@utility`); a pane with mistakes adds none. */
export async function loadTailwindClasses(pane: string): Promise<TailwindClasses> {
  const system = await loadDesignSystem(withTailwindImport(pane).css, tailwindFilesOnly).catch(() =>
    loadDesignSystem(withTailwindImport('').css, tailwindFilesOnly),
  );
  const utilities = system.getClassList().map(([name]) => name);
  const variants = system
    .getVariants()
    .flatMap(({ name, values, hasDash }) =>
      values.length === 0 ? [name] : values.map((value) => `${name}${hasDash ? '-' : ''}${value}`),
    )
    .map((name) => `${name}:`);
  const isNegative = (name: string) => name.startsWith('-');
  const names = [
    ...utilities.filter((name) => !isNegative(name)),
    ...variants,
    ...utilities.filter(isNegative),
  ];
  const isVariant = new Set(variants);

  function describe(name: string, rule: string | null): TailwindClass {
    const [, themeKey] = /^[ \t]*[\w-]+: var\((--color-[\w-]+)\);$/m.exec(rule ?? '') ?? [];
    return { name, rule, color: (themeKey && system.resolveThemeValue(themeKey)) ?? null };
  }

  return {
    matching(typed) {
      const begin = typed.lastIndexOf(':') + 1;
      const word = typed.slice(begin);
      const found = names.filter((name) => name.includes(word));
      const shown = [
        ...found.filter((name) => name.startsWith(word)),
        ...found.filter((name) => !name.startsWith(word)),
      ].slice(0, maxShown);
      const rules = system.candidatesToCss(shown);
      return shown.map((name, index) =>
        describe(typed.slice(0, begin) + name, isVariant.has(name) ? null : (rules[index] ?? null)),
      );
    },
  };
}
