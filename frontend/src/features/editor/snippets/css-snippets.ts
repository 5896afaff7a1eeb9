import type { Snippet } from './snippet.ts';

/** SPEC 9: shorthands of CSS, offered in a rule. */
export const cssSnippets: readonly Snippet[] = [
  { name: 'margin', text: 'Space around, above and beside', body: 'margin: ${1:1rem} ${2:auto};$0' },
  { name: 'padding', text: 'Space within, above and beside', body: 'padding: ${1:1rem} ${2:1.5rem};$0' },
  {
    name: 'flex',
    text: 'Side by side',
    body: 'display: flex;\nalign-items: ${1:center};\ngap: ${2:1rem};$0',
  },
  {
    name: 'grid',
    text: 'As many columns as fit',
    body: 'display: grid;\ngrid-template-columns: repeat(auto-fit, minmax(${1:12rem}, 1fr));\ngap: ${2:1rem};$0',
  },
  { name: 'center', text: 'In the middle, both ways', body: 'display: grid;\nplace-items: center;$0' },
  { name: 'radius', text: 'Round corners', body: 'border-radius: ${1:8px};$0' },
  { name: 'width', text: 'As wide as fits, up to a limit', body: 'width: min(${1:100%}, ${2:40rem});$0' },
  { name: 'height', text: 'At least as high as the window', body: 'min-height: ${1:100vh};$0' },
  {
    name: 'shadow',
    text: 'A soft shadow below',
    body: 'box-shadow: 0 ${1:4px} ${2:16px} ${3:rgb(0 0 0 / 0.15)};$0',
  },
  {
    name: 'gradient',
    text: 'From one colour to another',
    body: 'background: linear-gradient(${1:135deg}, ${2:#4f7cff}, ${3:#9b5cff});$0',
  },
];
