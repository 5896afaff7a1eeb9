import { describe, expect, it } from '@jest/globals';
import { positionAt } from '../text-position.js';
import type { Dialect } from './parse-script.js';
import { readScript } from './read-script.js';
import { originOf, readMappings } from './source-positions.js';

const ts: Dialect = { typescript: true, jsx: false };
const tsx: Dialect = { typescript: true, jsx: true };
const jsx: Dialect = { typescript: false, jsx: true };

async function plain(code: string, dialect: Dialect): Promise<string> {
  const result = await readScript(code, dialect, 'detect');
  if ('mistake' in result) throw new Error(result.mistake.message);
  return result.js;
}

/** The output of a program. */
async function printed(code: string, dialect: Dialect = ts): Promise<unknown[]> {
  const output: unknown[] = [];
  new Function('print', await plain(code, dialect))((value: unknown) => output.push(value));
  return output;
}

/** The first mistake that is found. */
async function mistake(code: string, dialect: Dialect): Promise<string | null> {
  const result = await readScript(code, dialect, 'detect');
  if (!('mistake' in result)) return null;
  const { line, column } = positionAt(code, result.mistake.offset);
  return `${line}:${column} ${result.mistake.message}`;
}

it.each([
  'import type { A } from "pkg";\nfunction go(a: A) {}',
  'import { A } from "pkg";\nlet a: A;',
  'export type A = 1;\nlet a: A = 1;',
  'export {};\nlet a: 1 = 1;',
  'import type { A } from "pkg";\nconst a: A = await 1;',
])('is a module or not, whichever compiler reads it: %j', async (code) => {
  const isModule = async (text: string) => {
    const read = await readScript(text, ts, 'detect');
    return 'js' in read && read.isModule;
  };
  expect(await isModule(`${code}\n// module`)).toBe(await isModule(code));
});

describe('all of TypeScript runs', () => {
  it.each<[string, string, unknown[]]>([
    [
      'enums',
      'enum A { B, C = 5, D } print(A.D); print(A[0]); const enum E { F = "f" } print(E.F)',
      [6, 'B', 'f'],
    ],
    [
      'enums in two parts that compute',
      'enum A { B = "b".length, C = B << 2 } enum A { D = 9 } print([A.B, A.C, A.D])',
      [[1, 4, 9]],
    ],
    [
      'enums of texts that are computed',
      'const a = "x"; enum A { B = "b", C = B + "c", D = `d${a}` } print(Object.keys(A))',
      [['B', 'C', 'D']],
    ],
    [
      'enums of one name in different blocks',
      'enum A { B } { enum A { C } print(Object.keys(A)) } print(Object.keys(A))',
      [
        ['0', 'C'],
        ['0', 'B'],
      ],
    ],
    [
      'namespaces',
      'namespace A.B { export let c = 1; export function add() { c += 1 } export namespace D { export const e = c } } A.B.add(); print(A.B.c + A.B.D.e)',
      [3],
    ],
    [
      'namespaces merged with a function',
      'function f() { return f.g } namespace f { export const g = 2 } print(f())',
      [2],
    ],
    ['import aliases', 'namespace A { export const b = 3 } import c = A.b; print(c)', [3]],
    [
      'standard decorators',
      `function twice(method: any, { name }: ClassMethodDecoratorContext) { print(name); return function (this: any) { return method.call(this) * 2 } }
const start = (value: number) => (_: undefined, { kind }: ClassFieldDecoratorContext) => { print(kind); return () => value };
class A { accessor a = 4; @start(5) b = 0; @twice sum() { return this.a + this.b } }
print(new A().sum())`,
      ['sum', 'field', 18],
    ],
    [
      'class decorators with what is to be done at last',
      `function logged(value: Function, { kind, name, addInitializer }: ClassDecoratorContext) { addInitializer(function () { print(this === value) }); print([kind, name]) }
@logged class A {}`,
      [['class', 'A'], true],
    ],
    ['satisfies', 'const a = { b: 1 } satisfies Record<string, number>; print(a.b)', [1]],
    [
      'using',
      '{ using a = { [Symbol.dispose]() { print("closed") } }; print("open") } print("after")',
      ['open', 'closed', 'after'],
    ],
    [
      'parameter properties',
      'class A { constructor(readonly a: number, private b = 2) {} get c() { return this.a + this.b } } print(new A(1).c)',
      [3],
    ],
    [
      'class fields as browsers define them',
      'class A { set a(_: number) { print("set") } } class B extends A { a = 1 } print(new B().a)',
      [1],
    ],
    [
      'abstract classes, overloads, assertions',
      'abstract class A { abstract a(): number; b?(c: string): void } function f(a: 1): 1; function f(a: any) { return a! as unknown as <T>(a: T) => T } print(typeof <any>f(1))',
      ['number'],
    ],
  ])('%s', async (_what, code, output) => {
    (Symbol as { dispose: symbol }).dispose ??= Symbol.for('dispose');
    expect(await printed(code)).toEqual(output);
  });

  it('generics and arrow functions beside elements', async () => {
    const code = `const first = <T,>(list: T[]): T => list[0]!;
const kept = <T extends Map<string, number>>(map: T) => map;
class Box<T> { of<U>(make: (value: T) => U): Box<U> { return make as never; } }
const shown = <List<string> items={[]} of={(item: string) => <b>{item}</b>}>end</List>;
const small = 1 < (2 as number) || first<number>([1]) > 2;`;
    expect(await mistake(code, tsx)).toBeNull();
  });
});

it.each([
  ['class A { constructor(@inject() private a: number) {} }', '1:23'],
  ['class A {\n  b(a: number, @inject c: number) {}\n}', '2:16'],
])('a decorator of a parameter is a mistake where it is: %j', async (code, place) => {
  const message = 'Parameters cannot have decorators: only classes and their members can';
  for (const dialect of [ts, tsx]) expect(await mistake(code, dialect)).toBe(`${place} ${message}`);
});

describe('fields with decorators of Lit, which throw in the page', () => {
  const imported = "import { customElement, property as prop } from 'lit/decorators.js';\n";

  it.each([
    ["@prop() name = 'World';", 'name'],
    ['@prop({ type: Number })\n  private count?: number;', 'count'],
  ])('are a mistake that says what to write: %s', async (field, name) => {
    const code = `${imported}@customElement('x-a') class A extends LitElement { ${field} }`;
    const before = code.slice(0, code.lastIndexOf(name)).split('\n');
    const place = `${before.length}:${(before.at(-1) ?? '').length + 1}`;
    const message = `Decorators of Lit are for accessors, not for fields: write "accessor ${name}"`;
    for (const dialect of [ts, tsx]) expect(await mistake(code, dialect)).toBe(`${place} ${message}`);
  });

  it.each([
    `${imported}class A { @prop() accessor name = 'World'; @prop() set a(b: number) {} @mine c = 1; }`,
    "import { property } from 'mine/decorators.js';\nclass A { @property() name = 'World'; }",
  ])('are none as accessors, and by other decorators: %s', async (code) => {
    expect(await mistake(code, ts)).toBeNull();
  });
});

describe('JSX', () => {
  it.each([jsx, tsx])(
    'makes elements by React.createElement and React.Fragment (specification: Preview)',
    async (dialect) => {
      const code = 'const a = <><B c="1" {...d}>e</B></>;';
      const made =
        'const a = React.createElement(React.Fragment, null, React.createElement(B, { c: "1", ...d,}, "e"));';
      expect(await plain(code, dialect)).toBe(made);
      const byTypeScript = await plain(`${code} /* using */`, dialect);
      expect(byTypeScript.replace(/\s+/g, ' ')).toContain(made.replace('...d,}', '...d }'));
    },
  );

  it.each([jsx, tsx])('follows pragmas', async (dialect) => {
    expect(await plain('/** @jsx h */\n/** @jsxFrag F */ a(<><b /></>);', dialect)).toContain('h(F, null,');
    expect(await plain('/** @jsxImportSource preact */ a(<b />);', dialect)).toContain(
      'from "preact/jsx-runtime"',
    );
    expect(await plain('/** @jsxRuntime automatic */ a(<b />);', dialect)).toContain(
      'from "react/jsx-runtime"',
    );
  });

  it.each([jsx, tsx])('has attributes with a namespace, as in pasted SVG', async (dialect) => {
    const code = `a(<svg xmlns:xlink="http://www.w3.org/1999/xlink" xml:space="preserve"><use xlink:href="#b" /></svg>)`;
    const made = await plain(code, dialect);
    for (const name of ['xmlns:xlink', 'xml:space', 'xlink:href']) expect(made).toContain(`"${name}": `);
  });

  it('leaves a script that is no module one, and as strict as it was', async () => {
    expect(await printed('print(<b />); print(this !== undefined)', { ...jsx }).catch(() => null)).toBeNull();
    expect(await plain('go(<b />)', jsx)).not.toMatch(/use strict|export/);
  });
});

const page = (html: string) => `function App() {\n  return (\n    ${html}\n  );\n}\n`;
const two = (html: string) => `${page(html)}function Other() {\n  return <p>fine</p>;\n}\n`;

describe.each([
  ['JSX', jsx],
  ['TSX', tsx],
])('in %s', (_name, dialect) => {
  it.each([
    ['an end tag of another name', page('<div>text</dvi>'), '3:16', 'div'],
    ['a wrong case', page('<Card>text</card>'), '3:17', 'Card'],
    ['a wrong member', page('<Tabs.List>a</Tabs.Item>'), '3:19', 'Tabs.List'],
    ['tags that cross', page('<b><i>x</b></i>'), '3:9', 'i'],
    ['a void tag as in HTML', page('<div><img src="a.png"></div>'), '3:11', 'img'],
    ['the last element open', page('<div><p>text</p>'), '3:6', 'div'],
    ['an element open before another component', two('<main><p>text</p>'), '3:6', 'main'],
    ['an element open in a loop', page('<ul>{items.map((item) => <li key={item}>{item})}</ul>'), '3:6', 'ul'],
  ])('%s is found where it is', async (_what, code, place, name) => {
    const found = await mistake(code, dialect);
    expect(found).toMatch(new RegExp(`^${place} `));
    expect(found).toContain(`'${name}'`);
  });

  it.each([
    [
      'text that looks like tags',
      page(`<p title="</b>" x='<i>'>don't {"</p>"} {\`</i>\${1}/>\`} {/* </b> */} // "</p>`),
    ],
    ['names of all kinds', page('<a.b.c><x-y /><svg:use></svg:use><$ /><_></_></a.b.c>')],
    ['elements as attributes', page('<a b=<c/> d={<e>f</e>} {...(<g />).props}>h</a>')],
    ['comparisons and divisions', 'const a = b < c / d, e = f</g>/.exec(h), i = j /k> l;'],
  ])('%s is no mistake', async (_what, code) => {
    expect(await mistake(code, dialect)).toBeNull();
  });

  it('every piece is found where it was written', async () => {
    const code =
      '// using\n\nconst a = (b) => {\n  return <p>{c(b)}\n    <i title={d}/></p>;\n\n};\n    fail();';
    const result = await readScript(code, dialect, 'detect');
    if (!('mappings' in result) || result.mappings === null) throw new Error('There is no map');
    const positions = readMappings(result.mappings);
    for (const text of ['c(b)', 'd', 'fail()']) {
      const made = positionAt(result.js, result.js.lastIndexOf(text));
      expect([text, originOf(positions, made)]).toEqual([text, positionAt(code, code.lastIndexOf(text))]);
    }
  });
});
