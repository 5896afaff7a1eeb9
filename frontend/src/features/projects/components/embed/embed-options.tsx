import { type EmbedTab, type EmbedTheme, embedTabs, embedThemes } from '@studio/contract/embed';
import { useId } from 'react';
import { Select } from '@/ui/fields/select.tsx';
import { Switch } from '@/ui/fields/switch.tsx';
import { fieldLook } from '@/ui/fields/text-field.tsx';
import * as texts from '../../dialog-texts.ts';
import { type EmbedChoice, isHeight, isWidth } from './embed-snippet.ts';

const tabLabels: Record<EmbedTab, string> = {
  html: texts.html,
  css: texts.css,
  js: texts.js,
  result: texts.result,
};
const themeLabels: Record<EmbedTheme, string> = { dark: texts.dark, light: texts.light, auto: texts.system };
const themeOptions = embedThemes.map((value) => ({ value, label: themeLabels[value] }));

interface EmbedOptionsProps {
  choice: EmbedChoice;
  onChange: (part: Partial<EmbedChoice>) => void;
}

/** Size, tabs, theme and start of an embed. */
export function EmbedOptions({ choice, onChange }: EmbedOptionsProps) {
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-3">
        <SizeField
          label={texts.width}
          rule={texts.widthRule}
          value={choice.width}
          valid={isWidth(choice.width)}
          onChange={(width) => onChange({ width })}
        />
        <SizeField
          label={texts.height}
          rule={texts.heightRule}
          value={choice.height}
          valid={isHeight(choice.height)}
          onChange={(height) => onChange({ height })}
        />
      </div>
      <fieldset className="flex flex-wrap items-center gap-x-4">
        <legend className="text-muted text-sm">{texts.tabs}</legend>
        {embedTabs.map((tab) => (
          <label key={tab} className="flex min-h-hit items-center gap-1.5">
            <input
              type="checkbox"
              checked={choice.tabs.includes(tab)}
              onChange={({ target }) =>
                onChange({
                  tabs: embedTabs.filter((other) =>
                    other === tab ? target.checked : choice.tabs.includes(other),
                  ),
                })
              }
              className="size-4 accent-accent"
            />
            {tabLabels[tab]}
          </label>
        ))}
        <p className="basis-full text-faint text-sm">{texts.tabsRule}</p>
      </fieldset>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Select
          label={texts.theme}
          value={choice.theme}
          options={themeOptions}
          onChange={(theme) => onChange({ theme })}
        />
        <Switch
          label={texts.runOnClick}
          checked={choice.runOnClick}
          onChange={(runOnClick) => onChange({ runOnClick })}
        />
      </div>
    </div>
  );
}

interface SizeFieldProps {
  label: string;
  rule: string;
  value: string;
  valid: boolean;
  onChange: (value: string) => void;
}

function SizeField({ label, rule, value, valid, onChange }: SizeFieldProps) {
  const id = useId();
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="text-muted text-sm">
        {label}
      </label>
      <input
        id={id}
        value={value}
        aria-invalid={!valid}
        aria-describedby={`${id}-rule`}
        onChange={(event) => onChange(event.target.value.trim())}
        className={fieldLook}
      />
      <p id={`${id}-rule`} className={valid ? 'text-faint text-sm' : 'text-danger text-sm'}>
        {rule}
      </p>
    </div>
  );
}
