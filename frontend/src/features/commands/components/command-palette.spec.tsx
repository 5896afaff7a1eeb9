import { jest } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import CommandPalette from './command-palette.tsx';

const ran = jest.fn<(...what: unknown[]) => void>();
const commands = [
  { group: 'Project', label: 'Save', keys: 'Ctrl+S', run: () => ran('Save', focused()) },
  { group: 'Project', label: 'Share', unavailable: 'Save the project first.', run: () => ran('Share') },
  { group: 'Preview', label: 'Run', run: () => ran('Run', focused()) },
];
const focused = () => document.activeElement?.textContent;

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Commands
      </button>
      {open && <CommandPalette commands={commands} onClose={() => setOpen(false)} />}
    </>
  );
}

const field = () => screen.getByRole('combobox', { name: 'Search commands' });
/** Group and label, without the reason behind them. */
const nameOf = (option: Element | null) =>
  [...(option?.children ?? [])]
    .slice(0, 2)
    .map((part) => part.firstChild?.textContent)
    .join('');
const options = () => screen.queryAllByRole('option').map(nameOf);
/** The command that Enter would run, as exposed to assistive technology. */
const active = () => nameOf(document.getElementById(field().getAttribute('aria-activedescendant') ?? ''));

const widths = window.matchMedia;
beforeEach(async () => {
  ran.mockClear();
  window.matchMedia = (media) => Object.assign(widths(media), { matches: media === '(pointer: fine)' });
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Commands' }));
});
afterEach(() => {
  window.matchMedia = widths;
});

test('lists every command, with its keys, and begins in the field', () => {
  expect(field()).toBe(document.activeElement);
  expect(options()).toEqual(['Project: Save', 'Project: Share', 'Preview: Run']);
  expect(within(screen.getByRole('option', { name: 'Project: Save' })).getByText('Ctrl+S')).toBeTruthy();
});

test('typing narrows the list, arrows go round in it, Enter runs what they stand on', async () => {
  await userEvent.keyboard('s');
  expect(options()).toEqual(['Project: Save', 'Project: Share']);
  expect(screen.getByRole('status').textContent).toBe('2 commands');
  await userEvent.keyboard('{ArrowUp}');
  expect(active()).toBe('Project: Share');
  await userEvent.keyboard('{ArrowDown}');
  expect(active()).toBe('Project: Save');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(ran).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a command runs with the focus back where it was, so that a dialog that it opens returns it there', async () => {
  await userEvent.click(screen.getByRole('option', { name: 'Preview: Run' }));
  await waitFor(() => expect(ran).toHaveBeenCalledWith('Run', 'Commands'));
});

test('what cannot be had now says why, and does nothing', async () => {
  const share = screen.getByRole('option', {
    name: 'Project: Share',
    description: 'Save the project first.',
  });
  expect(share.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(share);
  await userEvent.keyboard('share{Enter}');
  expect(screen.getByRole('dialog', { name: 'Commands' })).toBeTruthy();
  expect(ran).not.toHaveBeenCalled();
});

test('Escape leaves without a command; nothing found says so', async () => {
  await userEvent.keyboard('nothing like it');
  expect(options()).toEqual([]);
  expect(screen.getByText(/^No commands found/)).toBeTruthy();
  expect(field().getAttribute('aria-expanded')).toBe('false');
  await userEvent.keyboard('{Enter}{Escape}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Commands'));
  expect(ran).not.toHaveBeenCalled();
});
