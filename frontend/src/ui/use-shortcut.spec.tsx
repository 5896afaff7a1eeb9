import { fireEvent, render } from '@testing-library/react';
import { useShortcut } from './use-shortcut.ts';

let saved: number;
let found: number;

function Page() {
  useShortcut({ key: 's', shift: false }, () => {
    saved += 1;
  });
  useShortcut({ key: 'k', shift: false, isEditing: true }, () => {
    found += 1;
  });
  return null;
}

/** Presses a key with Ctrl; true if the browser's own action was prevented. */
const press = (key: string, code: string) => !fireEvent.keyDown(window, { key, code, ctrlKey: true });

beforeEach(() => {
  saved = 0;
  found = 0;
  render(<Page />);
});

test.each([
  ['Russian', 'ы'],
  ['Greek', 'σ'],
  ['Hebrew', 'ד'],
  ['Arabic', 'س'],
])('works on a %s keyboard, whose keys have no Latin letters', (_language, key) => {
  expect(press(key, 'KeyS')).toBe(true);
  expect(saved).toBe(1);
});

test('goes by the letter where the keyboard has it elsewhere', () => {
  expect(press('s', 'Semicolon')).toBe(true);
  expect(saved).toBe(1);
  expect(press('o', 'KeyS')).toBe(false);
  expect(press('ц', 'KeyW')).toBe(false);
  expect(saved).toBe(1);
});

test('leaves Ctrl with a key that edits text alone on Apple’s systems, where Cmd is the key of shortcuts', () => {
  expect(press('k', 'KeyK')).toBe(true);
  expect(found).toBe(1);
  Object.defineProperty(navigator, 'platform', { value: 'MacIntel', configurable: true });
  expect(press('k', 'KeyK')).toBe(false);
  expect(found).toBe(1);
  fireEvent.keyDown(window, { key: 'k', code: 'KeyK', metaKey: true });
  expect(found).toBe(2);
  Reflect.deleteProperty(navigator, 'platform');
});
