import type { Command } from '@/features/commands/model/command.ts';
import { fontSizes, type Settings } from '@/features/settings/model/settings.ts';
import { settingsStore } from '@/features/settings/model/settings-store.ts';
import { tellSetting } from '../tell-setting.ts';

/** SPEC 2 Editor Settings, each value a command. */
export function commandsOnSettings(): Command[] {
  const { settings, change } = settingsStore.getState();
  const command = <Field extends keyof Settings>(
    setting: Parameters<typeof tellSetting>[0],
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
  return [
    command('Theme', 'Dark', 'theme', 'dark'),
    command('Theme', 'Light', 'theme', 'light'),
    ...fontSizes.map((size) => command('Font Size', `${size}px`, 'fontSize', size)),
    command('Auto Save', 'On', 'autoSave', true),
    command('Auto Save', 'Off', 'autoSave', false),
    command('Key Bindings', 'Default', 'keyBindings', 'default'),
    command('Key Bindings', 'Vim', 'keyBindings', 'vim'),
  ];
}
