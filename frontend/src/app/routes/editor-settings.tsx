import SettingsPanel from '@/features/settings/components/settings-panel.tsx';
import type { SettingName } from '@/features/settings/model/settings.ts';
import { toast } from '@/ui/toast/toast.ts';
import * as texts from './page-texts.ts';

/** The settings panel, which announces each change. */
export default function EditorSettings() {
  return <SettingsPanel onChange={showSettingToast} />;
}

/** '{Setting} has been updated.' (specification: Editor settings) */
export function showSettingToast(setting: SettingName): void {
  toast({ title: texts.settingsUpdated, description: texts.settingUpdated(setting) });
}
