import { jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { focusSearchField, moveBetweenCards, stepInGrid } from './card-keys.ts';

const onDelete = jest.fn();
const names = ['Clock', 'Rain', 'Synth', 'Orbit', 'Type'];

/** Five cards in rows of two, with explicit positions, as jsdom has no layout. */
function List() {
  return (
    <section aria-label="List" onKeyDown={focusSearchField}>
      <div role="group" onKeyDown={moveBetweenCards}>
        <input type="search" aria-label="Search" />
        <textarea aria-label="Note" />
        <ul data-cards>
          {names.map((name, index) => (
            <li
              key={name}
              ref={(card) => {
                if (card) Object.defineProperty(card, 'offsetTop', { value: Math.floor(index / 2) * 100 });
              }}
            >
              <button type="button" aria-keyshortcuts="Delete" onClick={() => onDelete(name)}>
                Delete {name}
              </button>
              <button type="button">Load {name}</button>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

const focused = () =>
  document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label');
const focus = (name: string) => screen.getByRole('button', { name }).focus();

beforeEach(() => {
  onDelete.mockClear();
  render(<List />);
});

test('/ leads to the search, and stays a character in text fields', async () => {
  focus('Load Rain');
  await userEvent.keyboard('/');
  expect(focused()).toBe('Search');
  await userEvent.keyboard('a/b');
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('a/b');
  await userEvent.click(screen.getByRole('textbox', { name: 'Note' }));
  await userEvent.keyboard('1/2');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('1/2');
});

test('arrows lead from the search into the grid and through it, to the button that matters most', async () => {
  screen.getByRole('searchbox').focus();
  const way: [string, string][] = [
    ['{ArrowDown}', 'Load Clock'],
    ['{ArrowRight}', 'Load Rain'],
    ['{ArrowDown}', 'Load Orbit'],
    ['{ArrowLeft}', 'Load Synth'],
    ['{ArrowUp}', 'Load Clock'],
    ['{ArrowUp}', 'Load Clock'],
    ['{End}', 'Load Type'],
    ['{ArrowRight}', 'Load Type'],
    ['{Home}', 'Load Clock'],
  ];
  for (const [key, card] of way) {
    await userEvent.keyboard(key);
    expect(focused()).toBe(card);
  }
});

test('a Down that chooses what an input method offers stays in the search', () => {
  const search = screen.getByRole('searchbox');
  search.focus();
  fireEvent.keyDown(search, { key: 'ArrowDown', isComposing: true });
  fireEvent.keyDown(search, { key: 'ArrowDown', keyCode: 229 });
  expect(focused()).toBe('Search');
});

test('Delete deletes the card that has the focus, on whichever button, and nothing from the search', async () => {
  focus('Load Synth');
  await userEvent.keyboard('{Delete}');
  expect(onDelete.mock.calls).toEqual([['Synth']]);
  screen.getByRole('searchbox').focus();
  await userEvent.keyboard('{Delete}');
  expect(onDelete).toHaveBeenCalledTimes(1);
});

// 0 1 2
// 3 4
test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 3],
  ['ArrowRight', 4, null],
  ['ArrowLeft', 0, null],
  ['ArrowDown', 1, 4],
  ['ArrowDown', 2, null],
  ['ArrowUp', 4, 1],
  ['ArrowUp', 1, null],
  ['Home', 4, 0],
  ['End', 0, 4],
  ['End', 4, null],
  ['Enter', 0, null],
])('%s from %i leads to %s', (key, from, to) => {
  expect(stepInGrid(key, from, 3, 5)).toBe(to);
});
