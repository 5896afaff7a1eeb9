import { toast } from '@/ui/toast.ts';
import * as texts from './texts.ts';

/** SPEC 8: '{Setting} has been updated.' */
export function tellSetting(setting: 'Theme' | 'Font Size' | 'Key Bindings' | 'Auto Save'): void {
  toast({ title: texts.settingsUpdated, description: texts.settingUpdated(setting) });
}
