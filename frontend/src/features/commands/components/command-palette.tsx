import { useRef } from 'react';
import { Dialog } from '@/ui/dialogs/dialog.tsx';
import type { Command } from '../model/command.ts';
import * as texts from '../texts.ts';
import { CommandSearch } from './command-search.tsx';

interface CommandPaletteProps {
  commands: readonly Command[];
  onClose: () => void;
}

/** Every command of the studio, found by typing. */
export default function CommandPalette({ commands, onClose }: CommandPaletteProps) {
  /** Runs once the palette is gone, so that a dialog that it opens gives the focus back to where it was before. */
  const chosen = useRef<Command['run']>(null);
  return (
    <Dialog title={texts.commands} onClose={onClose} onClosed={() => void chosen.current?.()}>
      <CommandSearch
        commands={commands}
        onChoose={({ run }) => {
          chosen.current = run;
          onClose();
        }}
      />
    </Dialog>
  );
}
