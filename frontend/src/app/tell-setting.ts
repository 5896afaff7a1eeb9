import { toast } from '@/ui/toast.ts';

/** SPEC 8: '{Setting} has been updated.' */
export function tellSetting(setting: 'Theme' | 'Font Size' | 'Key Bindings' | 'Auto Save'): void {
  toast({ title: 'Settings updated', description: `${setting} has been updated.` });
}
