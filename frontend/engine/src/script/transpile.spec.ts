import { describe, expect, it } from '@jest/globals';
import { positionAt } from '../text-position.js';
import { transpile } from './transpile.js';

const dialects = [
  ['JSX', { typescript: false, jsx: true }],
  ['TSX', { typescript: true, jsx: true }],
] as const;

const page = (html: string) => `function App() {\n  return (\n    ${html}\n  );\n}\n`;
const two = (html: string) => `${page(html)}function Other() {\n  return <p>fine</p>;\n}\n`;

describe.each(dialects)('in %s', (_name, dialect) => {
  async function told(code: string): Promise<string | null> {
    const result = await transpile(code, dialect);
    if ('code' in result) return null;
    const { line, column } = positionAt(code, result.mistake.offset);
    return `${line}:${column} ${result.mistake.message}`;
  }

  it.each([
    ['an end tag of another name', page('<div>text</dvi>'), '3:14 </dvi> does not match <div>: write </div>'],
    ['a wrong case', page('<Card>text</card>'), '3:15 </card> does not match <Card>: write </Card>'],
    [
      'a wrong member',
      page('<Tabs.List>a</Tabs.Item>'),
      '3:17 </Tabs.Item> does not match <Tabs.List>: write </Tabs.List>',
    ],
    ['an element closed as a fragment', page('<p>a</>'), '3:9 </> does not match <p>: write </p>'],
    ['a fragment closed as an element', page('<>a</p>'), '3:8 </p> does not match <>: write </>'],
    [
      'tags that cross',
      page('<b><i>x</b></i>'),
      '3:8 <i> has no end tag: write </i>, or <i /> if nothing is in it',
    ],
    [
      'a void tag as in HTML',
      page('<div><img src="a.png"></div>'),
      '3:10 <img> has no end tag: write </img>, or <img /> if nothing is in it',
    ],
    [
      'a break as in HTML',
      page('<p>one<br>two</p>'),
      '3:11 <br> has no end tag: write </br>, or <br /> if nothing is in it',
    ],
    [
      'the last element open',
      page('<div><p>text</p>'),
      '3:5 <div> has no end tag: write </div>, or <div /> if nothing is in it',
    ],
    ['a fragment open', page('<><p>text</p>'), '3:5 <> has no end tag: write </>'],
    [
      'an element open before another component',
      two('<main><p>text</p>'),
      '3:5 <main> has no end tag: write </main>, or <main /> if nothing is in it',
    ],
    [
      'an element open in a loop',
      page('<ul>{items.map((item) => <li key={item}>{item})}</ul>'),
      '3:30 <li> has no end tag: write </li>, or <li /> if nothing is in it',
    ],
    ['one in a condition', page('<a>{on && <b>yes</i>}</a>'), '3:21 </i> does not match <b>: write </b>'],
    ['one in an attribute', page('<A icon={<b>x</i>} />'), '3:18 </i> does not match <b>: write </b>'],
    [
      'one behind another that is right',
      page('<div><p>a</p><p>b</div>'),
      '3:18 <p> has no end tag: write </p>, or <p /> if nothing is in it',
    ],
  ])('%s is told', async (_what, code, mistake) => {
    expect(await told(code)).toBe(mistake);
  });

  it.each([
    [
      'text that looks like tags',
      page(`<p title="</b>" x='<i>'>don't {"</p>"} {\`</i>\${1}/>\`} {/* </b> */} // "</p>`),
    ],
    ['names of all kinds', page('<a.b.c><x-y /><svg:use></svg:use><$ /><_></_></a.b.c>')],
    [
      'spaces in tags',
      page('<a\n  ><b / ></b\n  >< / a >'.replace('</b\n  >', '').replace('< / a >', '</ a\n>')),
    ],
    ['elements as attributes', page('<a b=<c/> d={<e>f</e>} {...(<g />).props}>h</a>')],
    ['comparisons and divisions', 'const a = b < c / d, e = f</g>/.exec(h), i = j /k> l;'],
    ['slashes and signs as text', page('<p>/<b>/</b> a > b {1}/{2}></p>')],
    ['a lone slash before a tag', page('<p>{a}/<i />/</p>')],
  ])('%s is no mistake', async (_what, code) => {
    expect(await told(code)).toBeNull();
  });

  it('any other mistake is told as it was', async () => {
    expect(await told(page('<p>{1 +}</p>'))).toBe('3:12 Unexpected token');
    expect(await told('let = <p>a</p>;')).toMatch(/^1:/);
  });
});

it('generics and arrow functions are no tags', async () => {
  const typescript = { typescript: true, jsx: true };
  const generics = `const first = <T,>(list: T[]): T => list[0]!;
const kept = <T extends Map<string, number>>(map: T) => map;
const second = async <T extends object>(of: T) => useState<Map<string, T>>(new Map<string, T>());
type Make = <T>(from: T) => Array<T>;
class Box<T> { of<U>(make: (value: T) => U): Box<U> { return make as never; } }
const shown = <List<string> items={[]} of={(item: string) => <b>{item}</b>}>end</List>;
const small = 1 < (2 as number) || first<number>([1]) > 2;`;
  expect(await transpile(generics, typescript)).toHaveProperty('code');
  const broken = `${generics}\nconst wrong = (\n  <p>one</b>\n);`;
  expect(await transpile(broken, typescript)).toEqual({
    mistake: { message: '</b> does not match <p>: write </p>', offset: broken.indexOf('</b>\n') },
  });
  const open = `${generics}\nconst wrong = (\n  <p>one\n);`;
  expect(await transpile(open, typescript)).toMatchObject({ mistake: { offset: open.indexOf('<p>one') } });
  const other = `${generics}\nconst wrong = <p>one</p>;\nlet = 1;`;
  expect(await transpile(other, typescript)).toMatchObject({ mistake: { offset: other.lastIndexOf('= 1') } });
});
