import type { Project } from '@studio/contract/http/projects';
import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import type { WorkingProject } from '../model/project-state.ts';

type Choice = 'mine' | 'theirs' | 'copy';

interface ConflictDialogProps {
  mine: WorkingProject;
  theirs: Project;
  onChoose: (choice: Choice) => Promise<void>;
  onClose: () => void;
}

const parts = [
  { key: 'title', label: 'Title' },
  { key: 'html', label: 'HTML' },
  { key: 'css', label: 'CSS' },
  { key: 'js', label: 'JavaScript' },
  { key: 'frameworkConfig', label: 'Framework' },
] as const;

/** A part as text, so that both can be compared and read. */
function textOf(project: Pick<Project, Part>, key: Part): string {
  const value = project[key];
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([name, chosen]) => `${name}: ${chosen}`)
    .toSorted()
    .join('\n');
}

type Part = (typeof parts)[number]['key'];

/** Both texts of a project that was changed in two places, and the three ways out; none of them loses a text unasked. */
export default function ConflictDialog({ mine, theirs, onChoose, onClose }: ConflictDialogProps) {
  const [choosing, setChoosing] = useState<Choice | null>(null);
  const differing = parts.filter(({ key }) => textOf(mine, key) !== textOf(theirs, key));
  const choose = async (choice: Choice) => {
    setChoosing(choice);
    await onChoose(choice);
    setChoosing(null);
  };
  const button = (choice: Choice, label: string, look: 'primary' | 'plain') => (
    <Button
      look={look}
      busy={choosing === choice}
      disabled={choosing !== null}
      onClick={() => choose(choice)}
    >
      {label}
    </Button>
  );
  return (
    <Dialog
      title="Conflict"
      description="This project was saved in another place since you opened it. Choose which text stays."
      width="wide"
      onClose={onClose}
    >
      <div className="min-h-0 flex-1 overflow-auto p-4">
        {differing.length === 0 && <p className="text-muted">Both texts are the same.</p>}
        {differing.map(({ key, label }) => (
          <section key={key} className="mb-4">
            <h3 className="mb-1 font-medium">{label}</h3>
            <div className="grid gap-2 sm:grid-cols-2">
              <Version owner="Mine" text={textOf(mine, key)} />
              <Version owner="Theirs" text={textOf(theirs, key)} />
            </div>
          </section>
        ))}
      </div>
      <footer className="flex flex-wrap justify-end gap-2 border-t px-4 py-3">
        {button('mine', 'Keep mine', 'primary')}
        {button('theirs', 'Take theirs', 'plain')}
        {button('copy', 'Save as copy', 'plain')}
      </footer>
    </Dialog>
  );
}

function Version({ owner, text }: { owner: string; text: string }) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-md border bg-ground">
      <figcaption className="border-b px-2.5 py-1 text-faint text-sm">{owner}</figcaption>
      <pre className="max-h-56 overflow-auto whitespace-pre-wrap break-words p-2.5 font-mono text-sm">
        {text || <span className="text-faint italic">empty</span>}
      </pre>
    </figure>
  );
}
