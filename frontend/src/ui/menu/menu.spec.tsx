import { act, render, screen } from '@testing-library/react';
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
