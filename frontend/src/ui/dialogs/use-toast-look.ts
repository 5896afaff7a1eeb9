import { useEffect } from 'react';
import { dialogFetched } from '../../lib/fetch-until-there.ts';

/** For a dialog, under which a plain toast takes no clicks: has toasts get their look, which is in a file of dialogs. */
export function useToastLook(): void {
  useEffect(() => void dispatchEvent(new Event(dialogFetched)), []);
}
