import { cssSnippets, htmlSnippets } from './snippets.ts';

const names = (snippets: readonly { name: string }[]) => snippets.map(({ name }) => name);

test('HTML and CSS have their snippets', () => {
  expect(names(htmlSnippets)).toEqual(
    expect.arrayContaining(['container', 'row', 'col', 'button', 'form', 'card', 'nav', 'grid', 'flex']),
  );
  expect(names(cssSnippets)).toEqual(
    expect.arrayContaining([
      'margin',
      'padding',
      'flex',
      'grid',
      'center',
      'radius',
      'width',
      'height',
      'shadow',
      'gradient',
    ]),
  );
});
