import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import * as texts from '../../dialog-texts.ts';
import type { ProjectCommands } from '../project-commands.ts';

interface LoadButtonProps {
  projectId: string;
  commands: Pick<ProjectCommands, 'load'>;
  onLoaded: () => void;
}

/** Opens a project of a list, and shows that it is on its way. On a card a press anywhere presses it. */
export function LoadButton({ projectId, commands, onLoaded }: LoadButtonProps) {
  const [busy, setBusy] = useState(false);
  const load = async () => {
    setBusy(true);
    const loaded = await commands.load(projectId);
    setBusy(false);
    if (loaded) onLoaded();
  };
  return (
    <Button data-opens busy={busy} onClick={load}>
      {texts.load}
    </Button>
  );
}
