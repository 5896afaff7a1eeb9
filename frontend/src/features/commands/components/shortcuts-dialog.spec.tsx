import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { singleKeysAreOn } from '../model/single-keys.ts';
import ShortcutsDialog from './shortcuts-dialog.tsx';

const open = () => render(<ShortcutsDialog onClose={() => undefined} />);
const single = () => screen.getByRole('switch', { name: '? opens this list' });

beforeEach(() => window.localStorage.clear());

test('the shortcut of a single character can be switched off, and on again (WCAG 2.1.4)', async () => {
  const { unmount } = open();
  await userEvent.click(single());
  expect(singleKeysAreOn()).toBe(false);
  unmount();
  open();
  expect(single()).toHaveProperty('checked', false);
  await userEvent.click(single());
  expect(singleKeysAreOn()).toBe(true);
});

test.each(['', 'on', 'null', '{"off":true}', '\u0000'])('it is on where %j is stored', (stored) => {
  window.localStorage.setItem('codestudio_single_keys', stored);
  expect(singleKeysAreOn()).toBe(true);
});

test('switched off where the browser stores nothing, it is off until the page is closed', async () => {
  const setItem = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Not here', 'QuotaExceededError');
  });
  open();
  await userEvent.click(single());
  expect(singleKeysAreOn()).toBe(false);
  await userEvent.click(single());
  expect(singleKeysAreOn()).toBe(true);
  setItem.mockRestore();
});
