import { describe, expect, it } from '@jest/globals';
import { findCandidates } from './compile-tailwind.js';

describe('what may be a class', () => {
  it.each([
    ['<p class="flex p-4">', ['flex', 'p-4']],
    ['<p class=flex>', ['flex']],
    [
      "<p class='md:hover:bg-red-500/50 -mt-2 w-1/2 mt-1.5 !p-1'>",
      ['md:hover:bg-red-500/50', '-mt-2', 'w-1/2', 'mt-1.5', '!p-1'],
    ],
    ['className={on ? "flex" : `grid ${gap}`}', ['flex', 'grid']],
    ['["flex","p-4"].join(" ")', ['flex', 'p-4']],
    [':class="{ underline: active, \'p-2\': true }"', ['underline', 'p-2']],
    [
      '<p class="grid-cols-[1fr_2fr] [&>p]:mt-4 data-[state=open]:flex bg-(--brand)">',
      ['grid-cols-[1fr_2fr]', '[&>p]:mt-4', 'data-[state=open]:flex', 'bg-(--brand)'],
    ],
    [
      `<p class="before:content-['x'] bg-[url('/a.png')] [&_a[href]]:underline">`,
      ["before:content-['x']", "bg-[url('/a.png')]", '[&_a[href]]:underline'],
    ],
  ])('is found in %s', (text, classes) => {
    expect([...findCandidates(text)]).toEqual(expect.arrayContaining(classes));
  });

  it.each(['[', '(', '[(', '[]', '([a]', '"', 'a', '[[a]', '('.repeat(50)])(
    'is looked for in linear time: a mebibyte of %j',
    (piece) => {
      const text = piece.repeat(Math.ceil(2 ** 20 / piece.length));
      const started = performance.now();
      findCandidates(text);
      expect(performance.now() - started).toBeLessThan(1_500);
    },
  );
});
