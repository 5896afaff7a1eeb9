import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { consoleStore } from '../model/console-store';
import ConsolePanel from './console-panel';

const nextFrame = () => act(() => new Promise<number>(requestAnimationFrame));

test('shows time, level and the message to the letter, and can be cleared', async () => {
  render(<ConsolePanel />);
  const panel = within(screen.getByRole('region', { name: 'JavaScript Console' }));
  expect(panel.getByText('JavaScript console output will appear here...')).toBeTruthy();

  const message = '<img src=x onerror=alert(1)>\n  second line';
  consoleStore
    .getState()
    .append({ level: 'warn', args: [message], timestamp: new Date(2026, 0, 2, 3, 4, 5).getTime() });
  consoleStore.getState().append({ level: 'error', args: ['at no time'], timestamp: 1e300 });
  await nextFrame();
  expect(panel.getByText('03:04:05')).toBeTruthy();
  expect(panel.getByText('warn')).toBeTruthy();
  expect(panel.getByText((text) => text.startsWith('<img')).textContent).toBe(message);
  expect(panel.queryByRole('img')).toBeNull();
  expect(panel.getByText('at no time')).toBeTruthy();
  expect(consoleStore.getState().unreadErrors).toBe(0);

  await userEvent.click(panel.getByRole('button', { name: 'Clear console' }));
  expect(panel.getByText('JavaScript console output will appear here...')).toBeTruthy();
});
