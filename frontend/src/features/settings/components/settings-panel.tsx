import { useId } from 'react';
import { useStore } from 'zustand';
import { Select } from '@/ui/select.tsx';
import { Switch } from '@/ui/switch.tsx';
import {
  fontSizes,
  keyBindings,
  type SettingName,
  type Settings,
  tabSizes,
  themes,
} from '../model/settings.ts';
import { settingsStore } from '../model/settings-store.ts';
import * as texts from '../texts.ts';

interface SettingsPanelProps {
  /** A setting was changed by hand: its label, for the toast '{Setting} has been updated.' (SPEC 8). */
  onChange: (setting: SettingName) => void;
}

const themeLabels = { dark: texts.dark, light: texts.light } as const;
const keyBindingLabels = { default: texts.defaultKeys, vim: texts.vim } as const;
const tabSizeLabel = (size: Settings['tabSize']) => (size === 'auto' ? texts.automatic : `${size} spaces`);

/** SPEC 2 Editor Settings panel. */
export default function SettingsPanel({ onChange }: SettingsPanelProps) {
  const { settings, change } = useStore(settingsStore);
  const title = useId();

  function set(label: SettingName, part: Partial<Settings>) {
    change(part);
    onChange(label);
  }

  return (
    <section aria-labelledby={title} className="flex h-full flex-col overflow-auto bg-ground">
      <header className="flex h-hit shrink-0 items-center border-b bg-panel px-3 text-sm">
        <h2 id={title} className="font-medium">
          {texts.editorSettings}
        </h2>
      </header>
      <div className="flex flex-wrap items-center gap-x-8 gap-y-3 p-4">
        <Select
          label="Theme"
          value={settings.theme}
          options={themes.map((value) => ({ value, label: themeLabels[value] }))}
          onChange={(theme) => set('Theme', { theme })}
        />
        <Select
          label="Font Size"
          value={`${settings.fontSize}`}
          options={fontSizes.map((size) => ({ value: `${size}` as const, label: `${size}px` }))}
          onChange={(chosen) => {
            const fontSize = fontSizes.find((size) => `${size}` === chosen);
            if (fontSize) set('Font Size', { fontSize });
          }}
        />
        <Select
          label="Key Bindings"
          value={settings.keyBindings}
          options={keyBindings.map((value) => ({ value, label: keyBindingLabels[value] }))}
          onChange={(chosen) => set('Key Bindings', { keyBindings: chosen })}
        />
        <Select
          label="Tab Size"
          value={`${settings.tabSize}`}
          options={tabSizes.map((size) => ({ value: `${size}` as const, label: tabSizeLabel(size) }))}
          onChange={(chosen) => {
            const tabSize = tabSizes.find((size) => `${size}` === chosen);
            if (tabSize) set('Tab Size', { tabSize });
          }}
        />
        <Switch
          label="Word Wrap"
          checked={settings.wordWrap}
          onChange={(wordWrap) => set('Word Wrap', { wordWrap })}
        />
        <Switch
          label="Auto Save"
          checked={settings.autoSave}
          onChange={(autoSave) => set('Auto Save', { autoSave })}
        />
        <Switch
          label="Format on Save"
          checked={settings.formatOnSave}
          onChange={(formatOnSave) => set('Format on Save', { formatOnSave })}
        />
        <Switch
          label="Auto Run"
          checked={settings.autoRun}
          onChange={(autoRun) => set('Auto Run', { autoRun })}
        />
        <Switch
          label="Clear Console on Run"
          checked={settings.clearConsole}
          onChange={(clearConsole) => set('Clear Console on Run', { clearConsole })}
        />
      </div>
    </section>
  );
}
