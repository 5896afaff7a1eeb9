import * as texts from '../texts.ts';
import { toast } from './toast.ts';

/** Says that a part of the page could not be loaded: there is no connection, or a new release has replaced its file. */
export function showPartNotLoaded(): void {
  const problem = { tone: 'danger', title: texts.partNotLoaded } as const;
  // Offline, reloading would lose the page.
  if (navigator.onLine)
    toast({
      ...problem,
      description: texts.partNotLoadedText,
      action: { label: texts.reload, run: () => window.location.reload() },
    });
  else toast({ ...problem, description: texts.offline });
}
