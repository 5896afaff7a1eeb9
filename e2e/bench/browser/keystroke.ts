import type { Browser } from '@playwright/test';
import { durations } from '@studio/contract/durations';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { Studio } from '../../stack/studio.ts';
import { type Row, ratioRow } from '../row.ts';
import { goals, type TimedPage } from './preview.ts';
import { type TypingCase, typeInto } from './typing.ts';

/** A key pressed in the JavaScript pane → the project's script has run with it. `timedPage` is one of the projects. */
export async function measureKeystroke(
  browser: Browser,
  studio: Studio,
  rounds: number,
  { sources, timings }: TimedPage,
): Promise<Row[]> {
  const project = { title: 'Keystrokes', ...sources, js: `${sources.js} //` };
  const short = await typeInto(browser, studio, { pane: 'js', behind: 0, project }, rounds);
  const { editorDebounce } = durations;
  const vanilla = await typeInto(browser, studio, longScript, rounds);
  const tsx = await typeInto(browser, studio, longTsx, rounds);
  const css = await typeInto(browser, studio, styles('none'), rounds);
  const scss = await typeInto(browser, studio, styles('scss'), rounds);
  return [
    ratioRow(
      `Key pressed → preview has run, without the ${editorDebounce} ms that an edit waits for the next, against document ready → script has run of the same page by \`srcdoc\``,
      [
        { of: 'key pressed, without the wait', samples: short.map((took) => took - editorDebounce) },
        { of: '`srcdoc`', samples: timings.reference },
        { of: 'studio, document ready', samples: timings.studio },
      ],
      { atMost: goals.js },
      {
        reference:
          'the studio’s own document ready → script has run, a part of it, and of a longer page; goal: at most 1.5',
        measured: '0.59',
      },
    ),
    ratioRow(
      'Key pressed → preview has run: 500 lines of TSX with React 17, against 500 lines of JavaScript',
      [
        { of: 'TSX', samples: tsx },
        { of: 'JavaScript', samples: vanilla },
      ],
      { atMost: 1.5 },
    ),
    ratioRow(
      'Key pressed → styles applied: 50 lines of SCSS, against 50 of CSS',
      [
        { of: 'SCSS', samples: scss },
        { of: 'CSS', samples: css },
      ],
      { atMost: 1.5 },
    ),
  ];
}

const postsRun = 'parent.postMessage({ ran: true }, "*")';

const longScript: TypingCase = {
  pane: 'js',
  behind: 0,
  project: {
    title: 'Long script',
    html: '<div id="root"></div>',
    js: `${lines(498, (line) => `function part${line}({ name }) { return '<li>' + name + ${line} + '</li>'; }`)}
document.querySelector('#root').innerHTML = ${sum('part', (call) => `${call}({ name: 'a' })`)};
${postsRun} //`,
  },
};

const longTsx: TypingCase = {
  pane: 'js',
  behind: 0,
  project: {
    title: 'Long component',
    html: '<div id="root"></div>',
    js: `${lines(498, (line) => `function Part${line}({ name }: { name: string }) { return <li>{name + ${line}}</li>; }`)}
ReactDOM.render(<ul>${sum('Part', (call) => `{${call}({ name: 'a' })}`).replaceAll(' + ', '')}</ul>, document.querySelector('#root'));
${postsRun} //`,
    frameworkConfig: { ...defaultFrameworkConfig, framework: 'react', typescript: true },
  },
};

function styles(cssFramework: 'none' | 'scss'): TypingCase {
  const rule = (line: number) =>
    cssFramework === 'scss'
      ? `.a${line} { $gap: ${line}px; &:hover { margin: $gap * 2; } .b { color: darken-by(${line}); } }`
      : `.a${line}:hover { margin: ${line}px } .a${line} .b { color: red }`;
  const helper =
    cssFramework === 'scss' ? '@function darken-by($n) { @return rgb($n $n $n); }' : ':root { color: black }';
  return {
    pane: 'css',
    behind: ' }'.length,
    project: {
      title: 'Styles',
      html: '<p class="a1">Styles</p>',
      css: `${helper}\n${lines(48, rule)}\n.typed { --here: x }`,
      js: `new MutationObserver(() => ${postsRun}).observe(document.querySelector('[data-studio-css]'), { childList: true });`,
      frameworkConfig: { ...defaultFrameworkConfig, cssFramework },
    },
  };
}

function lines(count: number, line: (number: number) => string): string {
  return Array.from({ length: count }, (_, number) => line(number)).join('\n');
}

function sum(name: string, use: (call: string) => string): string {
  return Array.from({ length: 40 }, (_, number) => use(`${name}${number}`)).join(' + ');
}
