import type { SettingName } from '@/features/settings/model/settings.ts';
import { toast } from '@/ui/toast/toast.ts';
import * as texts from './texts.ts';

/** SPEC 8: '{Setting} has been updated.' */
export function showSettingToast(setting: SettingName): void {
  toast({ title: texts.settingsUpdated, description: texts.settingUpdated(setting) });
}
