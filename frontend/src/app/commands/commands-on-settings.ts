import type { Command } from '@/features/commands/model/command.ts';
import { fontSizes, type SettingName, type Settings, tabSizes } from '@/features/settings/model/settings.ts';
import { settingsStore } from '@/features/settings/model/settings-store.ts';
import { tellSetting } from '../tell-setting.ts';

/** SPEC 2 Editor Settings, each value a command. */
export function commandsOnSettings(): Command[] {
  const { settings, change } = settingsStore.getState();
  const command = <Field extends keyof Settings>(
    setting: SettingName,
    name: string,
    field: Field,
    value: Settings[Field],
  ): Command => ({
    group: 'Editor Settings',
    label: `${setting}: ${name}`,
    unavailable: settings[field] === value ? 'Current setting' : undefined,
    run: () => {
      change({ [field]: value });
      tellSetting(setting);
    },
  });
  const onAndOff = (
    setting: SettingName,
    field: 'wordWrap' | 'autoSave' | 'formatOnSave' | 'autoRun' | 'clearConsole',
  ) => [command(setting, 'On', field, true), command(setting, 'Off', field, false)];
  return [
    command('Theme', 'Dark', 'theme', 'dark'),
    command('Theme', 'Light', 'theme', 'light'),
    ...fontSizes.map((size) => command('Font Size', `${size}px`, 'fontSize', size)),
    command('Key Bindings', 'Default', 'keyBindings', 'default'),
    command('Key Bindings', 'Vim', 'keyBindings', 'vim'),
    ...tabSizes.map((size) =>
      command('Tab Size', size === 'auto' ? 'Automatic' : `${size} spaces`, 'tabSize', size),
    ),
    ...onAndOff('Word Wrap', 'wordWrap'),
    ...onAndOff('Auto Save', 'autoSave'),
    ...onAndOff('Format on Save', 'formatOnSave'),
    ...onAndOff('Auto Run', 'autoRun'),
    ...onAndOff('Clear Console on Run', 'clearConsole'),
  ];
}
