import type { PlaceName } from './places.ts';

/** The aspects in which a project is compared with the bare page. */
export const aspects = ['events', 'errors', 'console', 'DOM', 'pixels'] as const;
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

/** An intended difference. Any other difference of its pens is a fault. */
export interface Intended {
  /** Titles of pens, or their beginnings. */
  pens: string[];
  places: PlaceName[];
  /** The details that are expected, by aspect. */
  details?: Partial<Record<Aspect, RegExp>>;
  /** The lines that the console may have besides those of the bare page. */
  addedLines?: RegExp[];
  reason: string;
}

export const intendedDifferences: Intended[] = [
  {
    pens: ['forms: autofocus'],
    places: ['preview', 'full screen', 'embed'],
    details: { pixels: /^\d{1,4} pixels$/ },
    addedLines: [/^error: Blocked autofocusing on a <input> element in a cross-origin subframe\.$/],
    reason: 'Browsers give no field of a frame on another site the focus before somebody has clicked there',
  },
  {
    pens: ['platform: cookies'],
    places: ['preview', 'full screen', 'embed'],
    details: { DOM: /^#text false instead of #text true$/, pixels: /^\d{1,3} pixels$/ },
    reason: 'Browsers let a frame on another site keep no cookies but those with `SameSite=None; Secure`',
  },
  {
    pens: [
      'languages: Vue',
      'vue',
      "errors: in Vue's handlers",
      'city-clocks',
      'colour-mixer',
      'habit-tracker',
      'markdown-notes',
      'recipe-scaler',
      'spending-chart',
    ],
    places: ['preview', 'full screen'],
    addedLines: [/^info: You are running a development build of Vue\.\n/],
    reason: 'The preview runs the development build of Vue, which says what it is',
  },
  {
    pens: ['react: pasted SVG', 'react: React 17 with pasted SVG'],
    places: ['preview', 'full screen'],
    addedLines: [/^error: (?:Warning: )?Invalid DOM property `/],
    reason: 'The preview runs the development build of React, which explains mistakes',
  },
  {
    pens: ['vue: component kept alive and teleported'],
    places: ['preview', 'full screen'],
    details: { DOM: /^#comment teleport start instead of <footer id="bar">$/ },
    reason: 'The development build of Vue writes comments around what is teleported',
  },
  {
    pens: ['bootstrap-dashboard', 'react17-todo', 'vue-options'],
    places: ['package'],
    details: {
      events: /^readystatechange \(interactive\) instead of (?:bootstrap [\d.]+|mounted) \(loading\)$/,
    },
    reason:
      'A package imports its libraries from npm, so that its script is a module, which browsers run when they have read the page',
  },
  {
    pens: ['script-order'],
    places: ['package'],
    details: {
      events: /^project script \d+ \(loading\) instead of project script \d+ \(loading\)$/,
      DOM: /^#text project script \d+ \(loading\) instead of #text project script \d+ \(loading\)$/,
      pixels: /^\d{1,4} pixels$/,
    },
    reason:
      'Vite makes one file of all modules, so that there are fewer scripts to count, and one order for them',
  },
  {
    pens: ['modules: module in the markup'],
    places: ['package'],
    details: { console: /^log: module function true instead of log: module undefined true$/ },
    reason: 'Vite bundles modules, and answers `typeof require` in them itself',
  },
  {
    pens: ['errors: parsed in vain', 'scripts: errors that nobody handles'],
    places: ['preview', 'full screen'],
    details: {
      events:
        /^Uncaught SyntaxError: Failed to execute 'write' on 'Document': (.+) instead of Uncaught SyntaxError: \1$/,
      errors:
        /^Uncaught SyntaxError: Failed to execute 'write' on 'Document': (.+) instead of Uncaught SyntaxError: \1$/,
    },
    reason:
      'The preview writes its page by `document.write`, which Chromium names in the message of a syntax error; the console leaves it out',
  },
  {
    pens: ['errors: in a library whose dependency is missing'],
    places: ['preview', 'full screen', 'embed'],
    details: {
      events: /^Uncaught TypeError: Cannot read .+ \(loading\) instead of Script error\. \(loading\)$/,
      errors: /^Uncaught TypeError: Cannot read [^;]+ instead of Script error\.$/,
    },
    reason: 'The studio asks public networks for scripts with CORS, so that browsers show their errors',
  },
  {
    pens: ["errors: in React's handlers and effects"],
    places: ['preview', 'full screen'],
    details: { errors: /^Uncaught Error: in a handler instead of nothing$/ },
    reason: 'The development build of React lets browsers see what handlers throw before it throws it again',
  },
  {
    pens: ["errors: in Vue's handlers"],
    places: ['preview', 'full screen'],
    details: {
      errors: /^Uncaught thrown in a handler instead of nothing$/,
      console: /^nothing instead of error: thrown in a handler$/,
    },
    addedLines: [/^warning: \[Vue warn\]: Unhandled error during execution of native event handler /],
    reason:
      'The development build of Vue warns of what handlers throw and throws it, which the other one prints',
  },
  {
    pens: ['errors: modules that throw and reject'],
    places: ['package'],
    details: {
      errors:
        /^nothing instead of Rejected: RangeError: in a part; Uncaught Error: after the load; Uncaught Error: awaited; Uncaught TypeError: in the pane$/,
    },
    reason: 'Vite makes one file of all modules, which ends at the first error of any',
  },
];

/** Why a difference is intended; undefined if it is not. */
export function reasonFor(difference: Difference): string | undefined {
  const { aspect, detail, isAddedLines } = difference;
  const isExpected = ({ details, addedLines }: Intended) =>
    (isAddedLines && addedLines) || details?.[aspect]?.test(detail);
  return intendedAt(difference).find(isExpected)?.reason;
}

/** The lines of a console without those that intended differences add. */
export function withoutAddedLines(
  lines: readonly string[],
  at: Pick<Difference, 'pen' | 'place'>,
): readonly string[] {
  const added = intendedAt(at).flatMap(({ addedLines = [] }) => addedLines);
  return lines.filter((line) => !added.some((pattern) => pattern.test(line)));
}

function intendedAt({ pen, place }: Pick<Difference, 'pen' | 'place'>): Intended[] {
  return intendedDifferences.filter(
    ({ pens, places }) => pens.some((start) => pen.startsWith(start)) && places.includes(place),
  );
}
