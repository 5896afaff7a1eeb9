import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { settingsStore, startPageTheme } from '../model/settings.ts';
import SettingsPanel from './settings-panel.tsx';

test('each control changes its setting and says which', async () => {
  const onChange = jest.fn();
  render(<SettingsPanel onChange={onChange} />);
  expect(screen.getByRole('region', { name: 'Editor Settings' })).toBeTruthy();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Theme' }), 'Light');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Font Size' }), '18px');
  await userEvent.click(screen.getByRole('switch', { name: 'Auto Save' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Tab Size' }), '4 spaces');
  await userEvent.click(screen.getByRole('switch', { name: 'Word Wrap' }));
  await userEvent.click(screen.getByRole('switch', { name: 'Format on Save' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Key Bindings' }), 'Vim');
  await userEvent.click(screen.getByRole('switch', { name: 'Auto Run' }));
  await userEvent.click(screen.getByRole('switch', { name: 'Clear Console on Run' }));
  expect(settingsStore.getState().settings).toEqual({
    theme: 'light',
    fontSize: 18,
    autoSave: false,
    keyBindings: 'vim',
    tabSize: 4,
    wordWrap: false,
    formatOnSave: true,
    autoRun: false,
    clearConsole: false,
  });
  expect(onChange.mock.calls.flat()).toEqual([
    'Theme',
    'Font Size',
    'Auto Save',
    'Tab Size',
    'Word Wrap',
    'Format on Save',
    'Key Bindings',
    'Auto Run',
    'Clear Console on Run',
  ]);
});

test('the page wears the chosen theme', () => {
  const { classList } = document.documentElement;
  settingsStore.getState().change({ theme: 'light' });
  startPageTheme();
  expect(classList.contains('dark')).toBe(false);
  settingsStore.getState().change({ theme: 'dark' });
  expect(classList.contains('dark')).toBe(true);
});
