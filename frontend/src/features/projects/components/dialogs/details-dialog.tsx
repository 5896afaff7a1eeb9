import { limits } from '@studio/contract/limits';
import { Flag } from 'lucide-react';
import { useId } from 'react';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialogs/dialog.tsx';
import * as texts from '../../dialog-texts.ts';
import type { WorkingProject } from '../../model/working-project.ts';
import { TagsField } from './tags-field.tsx';

type Details = Pick<WorkingProject, 'description' | 'tags'>;

interface DetailsDialogProps {
  project: WorkingProject;
  /** Somebody else's is only to be read. */
  own: boolean;
  onChange: (details: Partial<Details>) => void;
  onSave: () => void;
  /** Null where it is one’s own, or not everybody’s to see. */
  onReport: (() => void) | null;
  onClose: () => void;
}

/** What a project says about itself (CONTRACT 4). A change is an edit of the project: closing keeps it, a save stores it. */
export default function DetailsDialog({
  project,
  own,
  onChange,
  onSave,
  onReport,
  onClose,
}: DetailsDialogProps) {
  return (
    <Dialog
      title={texts.details}
      description={own ? texts.detailsText : texts.by(bidiIsolate(project.username ?? ''))}
      onClose={onClose}
    >
      {own ? (
        <form
          className="grid min-h-0 gap-4 overflow-auto p-4"
          onSubmit={(event) => {
            event.preventDefault();
            onSave();
            onClose();
          }}
        >
          <DescriptionField
            description={project.description}
            onChange={(description) => onChange({ description })}
          />
          <TagsField tags={project.tags} onChange={(tags) => onChange({ tags })} />
          <Button type="submit" look="primary" className="justify-self-end">
            {texts.save}
          </Button>
        </form>
      ) : (
        <>
          <DetailsToRead description={project.description} tags={project.tags} />
          {onReport && (
            <footer className="flex justify-end border-t px-4 py-3">
              <Button aria-haspopup="dialog" onClick={onReport}>
                <Flag size={14} aria-hidden />
                {texts.report}
              </Button>
            </footer>
          )}
        </>
      )}
    </Dialog>
  );
}

interface DescriptionFieldProps {
  description: string;
  onChange: (description: string) => void;
}

function DescriptionField({ description, onChange }: DescriptionFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-muted text-sm">
        {texts.description}
      </label>
      <textarea
        id={id}
        dir="auto"
        aria-describedby={`${id}-length`}
        rows={6}
        maxLength={limits.descriptionLength}
        value={description}
        onChange={(event) => onChange(event.target.value)}
        className="max-h-[40dvh] w-full resize-y rounded-md border border-field bg-ground p-2.5"
      />
      <p id={`${id}-length`} className="justify-self-end text-faint text-sm tabular-nums">
        {texts.lengthOf(description.length, limits.descriptionLength)}
      </p>
    </div>
  );
}

function DetailsToRead({ description, tags }: Details) {
  return (
    <dl className="grid min-h-0 gap-1 overflow-auto p-4">
      <dt className="text-muted text-sm">{texts.description}</dt>
      <dd dir="auto" className="mb-3 whitespace-pre-wrap break-words">
        {description || <span className="text-faint">{texts.none}</span>}
      </dd>
      <dt className="text-muted text-sm">{texts.tags}</dt>
      <dd className="flex flex-wrap gap-1">
        {tags.length === 0 && <span className="text-faint">{texts.none}</span>}
        {tags.map((tag) => (
          <span key={tag} dir="auto" className="min-h-6 break-all rounded-sm bg-hover px-1.5 py-0.5 text-sm">
            {tag}
          </span>
        ))}
      </dd>
    </dl>
  );
}
