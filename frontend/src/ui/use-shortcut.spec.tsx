import { fireEvent, render } from '@testing-library/react';
import { useShortcut } from './use-shortcut.ts';

let saved: number;

function Page() {
  useShortcut({ key: 's', shift: false }, () => {
    saved += 1;
  });
  return null;
}

/** Presses a key with Ctrl; true if the browser's own action was prevented. */
const press = (key: string, code: string) => !fireEvent.keyDown(window, { key, code, ctrlKey: true });

beforeEach(() => {
  saved = 0;
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
