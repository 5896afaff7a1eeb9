import { classBeingTyped } from './offer-classes.ts';

test.each([
  ['<p class="', ''],
  ['<p class="flex ', ''],
  ['<p class="flex md:hov', 'md:hov'],
  ["<p id='a' class = 'p-", 'p-'],
  ['<p className={`a ${b} te', 'te'],
  ['<p className={"te', 'te'],
  ['a {\n  @apply p-2 tex', 'tex'],
])('%s: a class is typed', (text, typed) => {
  expect(classBeingTyped(text)).toBe(typed);
});

test.each([
  '',
  '<p class=',
  '<p class="flex" ',
  '<p id="fl',
  '<p class="flex">te',
  '<p class="flex" title="fl',
  '<p data-class="fl',
  'const name = "fl',
  'a { @apply p-2; col',
])('%s: none is', (text) => {
  expect(classBeingTyped(text)).toBeNull();
});
