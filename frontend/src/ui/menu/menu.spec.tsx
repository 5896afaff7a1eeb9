import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Menu } from './menu.tsx';

test('an open menu keeps the focus: nothing that is hidden behind it can have it', async () => {
  const user = userEvent.setup();
  render(
    <>
      <Menu label="Export" items={[{ label: 'HTML', icon: 'archive', run: () => undefined }]}>
        Export
      </Menu>
      <a href="/elsewhere">Elsewhere</a>
    </>,
  );
  const elsewhere = screen.getByRole('link', { name: 'Elsewhere' });
  await user.click(screen.getByRole('button', { name: 'Export' }));
  const menu = await screen.findByRole('menu', { name: 'Export' });
  expect(elsewhere.closest('[aria-hidden=true]')).not.toBeNull();

  for (const keys of ['{Tab}', '{Shift>}{Tab}{/Shift}']) {
    await user.keyboard(keys);
    expect(menu.contains(document.activeElement)).toBe(true);
  }
  act(() => elsewhere.focus());
  expect(menu.contains(document.activeElement)).toBe(true);

  await user.keyboard('{Escape}');
  expect(document.activeElement?.textContent).toBe('Export');
  expect(elsewhere.closest('[aria-hidden=true]')).toBeNull();
});

test('a menu that closes does not take the focus from what was opened since', async () => {
  const user = userEvent.setup();
  render(
    <>
      <Menu label="Export" items={[{ label: 'HTML', icon: 'archive', run: () => undefined }]}>
        Export
      </Menu>
      <input aria-label="Search commands" />
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'Export' }));
  fireEvent.keyDown(await screen.findByRole('menu', { name: 'Export' }), { key: 'Escape' });
  expect(screen.queryByRole('menu')).toBeNull();
  const field = screen.getByRole('textbox');
  field.focus();

  // The menu returns the focus by a timer, which runs before this later one.
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.activeElement).toBe(field);
});
