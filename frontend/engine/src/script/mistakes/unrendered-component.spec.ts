import { describe, expect, it } from '@jest/globals';
import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import { compile } from '../../compile.js';

const root = '<div id="root"></div>';

async function warningsOf(js: string, config: Partial<FrameworkConfig> = {}, html = root) {
  const frameworkConfig = { ...defaultFrameworkConfig, framework: 'react' as const, ...config };
  const target = { mode: 'development', libraries: 'local', moduleCdn: null, checkLoops: true } as const;
  const { problems, isScriptBroken } = await compile({ html, css: '', js, frameworkConfig }, target);
  expect(isScriptBroken).toBe(false);
  return problems.filter(({ message }) => message.startsWith('Nothing renders'));
}

describe('a component that is exported and never rendered', () => {
  it.each([
    'export default function App() { return <h1>Hello</h1>; }',
    'function App() { return <h1>Hello</h1>; }\nexport default App;',
    'const App = () => <h1>Hello</h1>;\nexport default App;',
    'class App extends React.Component { render() { return <h1>Hello</h1>; } }\nexport { App as default };',
    'const App = React.memo(() => <b />);\nApp.displayName = "App";\nexport default App;',
    'class Row extends React.Component { render() { return <b />; } }\nexport default function App() { return <Row render={() => 1} />; }',
    'import { createRoot } from "react-dom/client";\nexport default function App() { return <App />; }',
    'const text = "render this";\nexport default function App() { const renderRow = () => <b />; return renderRow(text); }',
  ])('is a warning that says what to add: %s', async (js) => {
    expect(await warningsOf(js)).toMatchObject([
      {
        severity: 'warning',
        line: js.split('\n').findIndex((line) => line.startsWith('export')) + 1,
        column: 1,
        message:
          "Nothing renders App, so the page does not show it. Add ReactDOM.render(<App />, document.getElementById('root'))",
      },
    ]);
  });

  it.each([
    ['export default () => <b />;'],
    ['export default function () { return <b />; }'],
    ['export default class extends React.Component { render() { return <b />; } }'],
    ['export default React.memo(function App() { return <b />; });'],
  ])('may have no name: %s', async (js) => {
    expect(await warningsOf(js)).toMatchObject([{ message: expect.stringContaining('Name it App. Add') }]);
  });

  it.each<[Partial<FrameworkConfig>, string, string]>([
    [
      { frameworkVersion: 18 },
      root,
      "Add ReactDOM.createRoot(document.getElementById('root')).render(<App />)",
    ],
    [
      { frameworkVersion: 19, typescript: true },
      '<p>Text</p>',
      `Add ReactDOM.createRoot(document.getElementById('root')!).render(<App />), and ${root} to the HTML`,
    ],
    [{ typescript: true, htmlLanguage: 'pug' }, '#root', "document.getElementById('root')!)"],
  ])('is told what its version and its page need: %j', async (config, html, advice) => {
    const js =
      'interface Props { a?: string }\n  export default function App({ a }: Props) { return <b>{a}</b>; }';
    const script = config.typescript ? js : '\n  export default function App() { return <b />; }';
    const [warning, ...others] = await warningsOf(script, config, html);
    expect(warning).toMatchObject({ line: 2, column: 3 });
    expect(warning?.message.endsWith(advice)).toBe(true);
    expect(others).toEqual([]);
  });
});

describe('no warning', () => {
  const exported = 'export default function App() { return <b />; }\n';

  it.each([
    `${exported}ReactDOM.render(<App />, document.body);`,
    `${exported}ReactDOM.render(<p />, document.body);`,
    `${exported}import { createRoot } from "react-dom/client"; createRoot(root).render(<p />);`,
    `${exported}import { render as show } from "react-dom"; show(<p />, root);`,
    `${exported}const { hydrate: show } = ReactDOM; show(<p />, root);`,
    `${exported}ReactDOM["render"](<p />, root);`,
    'const p = document.createElement("p"); document.body.append(p); export default function Main() { return p; }',
    'const view = <b />; export default debounce(() => view);',
    'const view = <b />; export default (() => view)();',
    'const view = <b />; export default class Model extends Map { view = view; }',
    `${exported}customElements.define("x-app", reactToWebComponent(App));`,
    `${exported}window.App = App;`,
    `${exported}import { renderToString } from "react-dom/server"; document.body.innerHTML = renderToString(<p />);`,
    'export default { name: "App", view: <b /> };',
    'const Theme = React.createContext(<b />);\nexport default Theme;',
    'class Store {}\nexport default Store;\nconst a = <b />;',
    'export default function area() { return <b />; }',
    'export default function Area(side) { return side ** 2; }',
    'export { default } from "react";',
    'export function App() { return <b />; }',
    'function App() { return <b />; }',
  ])('comes for a script that renders in some way, or exports no component: %s', async (js) => {
    expect(await warningsOf(js)).toEqual([]);
  });

  it('comes where a script of the HTML renders, or for other frameworks', async () => {
    const html = '<div id="root"></div><script>ReactDOM.render(React.createElement("b"), root)</script>';
    expect(await warningsOf(exported, {}, html)).toEqual([]);
    expect(
      await warningsOf('export default function App() { return createElement("b"); }', {
        framework: 'vanilla',
      }),
    ).toEqual([]);
  });
});
