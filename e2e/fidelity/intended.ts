import type { PlaceName } from './places.ts';

/** The aspects in which a project is compared with the bare page. */
export const aspects = ['events', 'console', 'DOM', 'pixels'] as const;
export type Aspect = (typeof aspects)[number];

export interface Difference {
  /** The title of the project. */
  pen: string;
  place: PlaceName;
  aspect: Aspect;
  detail: string;
  /** Whether the console is that of the bare page, but for lines that an intended difference adds. */
  isAddedLines?: boolean;
}

/** An intended difference. */
export interface Intended {
  /** Titles of pens, or their beginnings. */
  pens: string[];
  places: PlaceName[];
  aspects: Aspect[];
  /** The lines that the console may have besides those of the bare page; otherwise it may differ in any way. */
  addedLines?: RegExp[];
  reason: string;
}

export const intendedDifferences: Intended[] = [
  {
    pens: ['forms: autofocus'],
    places: ['preview', 'full screen', 'embed'],
    aspects: ['console', 'pixels'],
    reason: 'Browsers give no field of a frame on another site the focus before somebody has clicked there',
  },
  {
    pens: ['platform: cookies'],
    places: ['preview', 'full screen', 'embed'],
    aspects: ['DOM', 'pixels'],
    reason: 'Browsers let a frame on another site keep no cookies but those with `SameSite=None; Secure`',
  },
  {
    pens: [
      'languages: Vue',
      'vue',
      'city-clocks',
      'colour-mixer',
      'habit-tracker',
      'markdown-notes',
      'recipe-scaler',
      'spending-chart',
    ],
    places: ['preview', 'full screen'],
    aspects: ['console'],
    addedLines: [/^info: You are running a development build of Vue\.\n/],
    reason: 'The preview runs the development build of Vue, which says what it is',
  },
  {
    pens: ['react: pasted SVG', 'react: React 17 with pasted SVG'],
    places: ['preview', 'full screen'],
    aspects: ['console'],
    addedLines: [/^error: (?:Warning: )?Invalid DOM property `/],
    reason: 'The preview runs the development build of React, which explains mistakes',
  },
  {
    pens: ['vue: component kept alive and teleported'],
    places: ['preview', 'full screen'],
    aspects: ['DOM'],
    reason: 'The development build of Vue writes comments around what is teleported',
  },
  {
    pens: ['bootstrap-dashboard', 'react17-todo', 'vue-options'],
    places: ['package'],
    aspects: ['events'],
    reason:
      'A package imports its libraries from npm, so that its script is a module, which browsers run when they have read the page',
  },
  {
    pens: ['script-order'],
    places: ['package'],
    aspects: ['events', 'DOM', 'pixels'],
    reason:
      'Vite makes one file of all modules, so that there are fewer scripts to count, and one order for them',
  },
  {
    pens: ['modules: module in the markup'],
    places: ['package'],
    aspects: ['console'],
    reason: 'Vite bundles modules, and answers `typeof require` in them itself',
  },
];

/** Why a difference is intended; undefined if it is not. */
export function reasonFor(difference: Difference): string | undefined {
  return intendedAt(difference).find(({ addedLines }) => !addedLines || difference.isAddedLines)?.reason;
}

/** The lines of a console without those that intended differences add. */
export function withoutAddedLines(
  lines: readonly string[],
  at: Pick<Difference, 'pen' | 'place'>,
): readonly string[] {
  const added = intendedAt({ ...at, aspect: 'console' }).flatMap(({ addedLines = [] }) => addedLines);
  return lines.filter((line) => !added.some((pattern) => pattern.test(line)));
}

function intendedAt({ pen, place, aspect }: Pick<Difference, 'pen' | 'place' | 'aspect'>): Intended[] {
  return intendedDifferences.filter(
    ({ pens, places, aspects }) =>
      pens.some((start) => pen.startsWith(start)) && places.includes(place) && aspects.includes(aspect),
  );
}
