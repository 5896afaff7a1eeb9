import { useId } from 'react';
import { useStore } from 'zustand';
import { Select } from '@/ui/fields/select.tsx';
import { Switch } from '@/ui/fields/switch.tsx';
import {
  fontSizes,
  keyBindings,
  type SettingName,
  type Settings,
  settingsStore,
  tabSizes,
  themes,
} from '../model/settings.ts';
import * as texts from '../texts.ts';

interface SettingsPanelProps {
  /** Called with the label of a changed setting, for the toast '{Setting} has been updated.' (specification: Toasts). */
  onChange: (setting: SettingName) => void;
}

const themeLabels = { dark: texts.dark, light: texts.light } as const;
const keyBindingLabels = { default: texts.defaultKeys, vim: texts.vim } as const;
const tabSizeLabel = (size: Settings['tabSize']) => (size === 'auto' ? texts.automatic : `${size} spaces`);

/** The panel of the editor settings (specification: Editor settings). */
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
          label={texts.theme}
          value={settings.theme}
          options={themes.map((value) => ({ value, label: themeLabels[value] }))}
          onChange={(theme) => set(texts.theme, { theme })}
        />
        <Select
          label={texts.fontSize}
          value={`${settings.fontSize}`}
          options={fontSizes.map((size) => ({ value: `${size}` as const, label: `${size}px` }))}
          onChange={(chosen) => {
            const fontSize = fontSizes.find((size) => `${size}` === chosen);
            if (fontSize) set(texts.fontSize, { fontSize });
          }}
        />
        <Select
          label={texts.keyBindings}
          value={settings.keyBindings}
          options={keyBindings.map((value) => ({ value, label: keyBindingLabels[value] }))}
          onChange={(chosen) => set(texts.keyBindings, { keyBindings: chosen })}
        />
        <Select
          label={texts.tabSize}
          value={`${settings.tabSize}`}
          options={tabSizes.map((size) => ({ value: `${size}` as const, label: tabSizeLabel(size) }))}
          onChange={(chosen) => {
            const tabSize = tabSizes.find((size) => `${size}` === chosen);
            if (tabSize) set(texts.tabSize, { tabSize });
          }}
        />
        <Switch
          label={texts.wordWrap}
          checked={settings.wordWrap}
          onChange={(wordWrap) => set(texts.wordWrap, { wordWrap })}
        />
        <Switch
          label={texts.autoSave}
          checked={settings.autoSave}
          onChange={(autoSave) => set(texts.autoSave, { autoSave })}
        />
        <Switch
          label={texts.formatOnSave}
          checked={settings.formatOnSave}
          onChange={(formatOnSave) => set(texts.formatOnSave, { formatOnSave })}
        />
        <Switch
          label={texts.autoRun}
          checked={settings.autoRun}
          onChange={(autoRun) => set(texts.autoRun, { autoRun })}
        />
        <Switch
          label={texts.clearConsole}
          checked={settings.clearConsole}
          onChange={(clearConsole) => set(texts.clearConsole, { clearConsole })}
        />
      </div>
    </section>
  );
}
