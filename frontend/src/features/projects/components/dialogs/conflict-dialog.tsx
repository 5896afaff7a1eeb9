import type { Project } from '@studio/contract/http/projects';
import { type ComponentType, useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialogs/dialog.tsx';
import * as texts from '../../dialog-texts.ts';
import type { WorkingProject } from '../../model/working-project.ts';
import { ProjectDifference, type SourceDifferenceProps } from './project-difference.tsx';

type Choice = 'mine' | 'theirs' | 'copy';

interface ConflictDialogProps {
  mine: WorkingProject;
  theirs: Project;
  SourceDifference: ComponentType<SourceDifferenceProps>;
  onChoose: (choice: Choice) => Promise<void>;
  onClose: () => void;
}

/** Both texts of a conflict, with three choices; none of them discards a text without asking. */
export default function ConflictDialog(props: ConflictDialogProps) {
  const { mine, theirs, SourceDifference, onChoose, onClose } = props;
  const [choosing, setChoosing] = useState<Choice | null>(null);
  const choose = async (choice: Choice) => {
    setChoosing(choice);
    await onChoose(choice);
    setChoosing(null);
  };
  const button = (choice: Choice, label: string, look: 'primary' | 'plain') => (
    <Button
      look={look}
      busy={choosing === choice}
      // Not the pressed one, which would lose the focus.
      disabled={choosing !== null && choosing !== choice}
      onClick={() => choose(choice)}
    >
      {label}
    </Button>
  );
  return (
    <Dialog title={texts.conflict} description={texts.conflictText} width="wide" onClose={onClose}>
      <div className="mt-3 flex min-h-0 flex-1 border-t">
        <ProjectDifference
          before={{ name: texts.theirs, content: theirs }}
          after={{ name: texts.mine, content: mine }}
          SourceDifference={SourceDifference}
        />
      </div>
      <footer className="flex flex-wrap justify-end gap-2 border-t px-4 py-3">
        {button('mine', texts.keepMine, 'primary')}
        {button('theirs', texts.takeTheirs, 'plain')}
        {button('copy', texts.saveAsCopy, 'plain')}
      </footer>
    </Dialog>
  );
}
