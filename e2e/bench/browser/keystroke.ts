import type { Browser } from '@playwright/test';
import { durations } from '@studio/contract/durations';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { Studio } from '../../stack/studio.ts';
import { type Row, ratioRow } from '../row.ts';
import { type TypingCase, typeInto } from './typing.ts';

/** A key pressed in the JavaScript pane → the project's script has run with it. */
export async function measureKeystroke(
  browser: Browser,
  studio: Studio,
  rounds: number,
  stage: readonly number[],
): Promise<Row[]> {
  const short = await typeInto(browser, studio, shortScript, rounds);
  const { editorDebounce } = durations;
  const vanilla = await typeInto(browser, studio, longScript, rounds);
  const tsx = await typeInto(browser, studio, longTsx, rounds);
  const css = await typeInto(browser, studio, styles('none'), rounds);
  const scss = await typeInto(browser, studio, styles('scss'), rounds);
  return [
    ratioRow(
      `Key pressed → preview has run, without the ${editorDebounce} ms that an edit waits for the next, against the studio’s own document ready → script has run`,
      [
        { of: 'key pressed, without the wait', samples: short.map((took) => took - editorDebounce) },
        { of: 'document ready', samples: stage },
      ],
      { atMost: 1.5 },
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

const shortScript: TypingCase = {
  pane: 'js',
  behind: 0,
  project: { title: 'Keystrokes', html: '<p>Typing</p>', js: `${postsRun} //` },
};

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
