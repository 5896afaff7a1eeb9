import type { Browser } from '@playwright/test';
import { durations } from '@studio/contract/durations';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { Studio } from '../../stack/studio.ts';
import { p50p95, percentile } from '../percentile.ts';
import { type Row, ratioRow } from '../row.ts';
import { type TypingCase, typeInto } from './typing.ts';

/** A key pressed in the JavaScript pane → the project's script has run with it. */
export async function measureKeystroke(
  browser: Browser,
  studio: Studio,
  rounds: number,
  stageP50: number,
): Promise<Row[]> {
  const short = await typeInto(browser, studio, shortScript, rounds);
  const goal = durations.editorDebounce + 1.5 * stageP50;
  const p50 = percentile(short, 0.5);
  const vanilla = await typeInto(browser, studio, longScript, rounds);
  const tsx = await typeInto(browser, studio, longTsx, rounds);
  const css = await typeInto(browser, studio, styles('none'), rounds);
  const scss = await typeInto(browser, studio, styles('scss'), rounds);
  return [
    {
      what: 'Key pressed → preview has run, ms p50 / p95',
      measured: p50p95(short),
      goal: `p50 ≤ ${durations.editorDebounce} + 1.5 × the studio’s p50 above = ${Math.round(goal)}`,
      met: p50 <= goal,
    },
    ratioRow(
      'The same, p50 / p95 in ms: 500 lines of TSX with React 17; 500 lines of JavaScript',
      { studio: tsx, reference: vanilla },
      1.5,
    ),
    ratioRow(
      'Key pressed → styles applied, p50 / p95 in ms: 50 lines of SCSS; of CSS',
      { studio: scss, reference: css },
      1.5,
    ),
  ];
}

const says = 'parent.postMessage({ ran: true }, "*")';

const shortScript: TypingCase = {
  pane: 'js',
  behind: 0,
  project: { title: 'Keystrokes', html: '<p>Typing</p>', js: `${says} //` },
};

const longScript: TypingCase = {
  pane: 'js',
  behind: 0,
  project: {
    title: 'Long script',
    html: '<div id="root"></div>',
    js: `${lines(498, (line) => `function part${line}({ name }) { return '<li>' + name + ${line} + '</li>'; }`)}
document.querySelector('#root').innerHTML = ${sum('part', (call) => `${call}({ name: 'a' })`)};
${says} //`,
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
${says} //`,
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
      js: `new MutationObserver(() => ${says}).observe(document.querySelector('[data-studio-css]'), { childList: true });`,
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
