import type { Command } from '@/features/commands/model/command.ts';
import {
  fontSizes,
  type SettingName,
  type Settings,
  settingsStore,
  tabSizes,
} from '@/features/settings/model/settings.ts';
import { showSettingToast } from '../tell-setting.ts';
import * as texts from './texts.ts';

/** SPEC 2 Editor Settings, each value a command. */
export function commandsOnSettings(): Command[] {
  const { settings, change } = settingsStore.getState();
  const command = <Field extends keyof Settings>(
    setting: SettingName,
    name: string,
    field: Field,
    value: Settings[Field],
  ): Command => ({
    group: texts.settingsGroup,
    label: `${setting}: ${name}`,
    unavailable: settings[field] === value ? texts.currentSetting : undefined,
    run: () => {
      change({ [field]: value });
      showSettingToast(setting);
    },
  });
  const onAndOff = (
    setting: SettingName,
    field: 'wordWrap' | 'autoSave' | 'formatOnSave' | 'autoRun' | 'clearConsole',
  ) => [command(setting, texts.on, field, true), command(setting, texts.off, field, false)];
  return [
    command('Theme', texts.dark, 'theme', 'dark'),
    command('Theme', texts.light, 'theme', 'light'),
    ...fontSizes.map((size) => command('Font Size', `${size}px`, 'fontSize', size)),
    command('Key Bindings', texts.defaultKeys, 'keyBindings', 'default'),
    command('Key Bindings', texts.vim, 'keyBindings', 'vim'),
    ...tabSizes.map((size) =>
      command('Tab Size', size === 'auto' ? texts.automatic : `${size} spaces`, 'tabSize', size),
    ),
    ...onAndOff('Word Wrap', 'wordWrap'),
    ...onAndOff('Auto Save', 'autoSave'),
    ...onAndOff('Format on Save', 'formatOnSave'),
    ...onAndOff('Auto Run', 'autoRun'),
    ...onAndOff('Clear Console on Run', 'clearConsole'),
  ];
}
