import { showsSomething } from '@studio/contract/http/text';
import { limits } from '@studio/contract/limits';
import { Flag } from 'lucide-react';
import { type Ref, useEffect, useId, useRef, useState } from 'react';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialogs/dialog.tsx';
import { lengthOf } from '@/ui/dialogs/texts.ts';
import { fieldLook } from '@/ui/fields/text-field.tsx';
import { isForInputMethod } from '@/ui/input-method.ts';
import * as texts from '../../dialog-texts.ts';
import type { WorkingProject } from '../../model/working-project.ts';
import { RemovableTags } from '../lists/removable-tags.tsx';

type Details = Pick<WorkingProject, 'description' | 'tags'>;

interface DetailsDialogProps {
  project: WorkingProject;
  /** False: another user's project, which is read-only. */
  own: boolean;
  onChange: (details: Partial<Details>) => void;
  onSave: () => void;
  /** Null if it is the user's own project, or not public. */
  onReport: (() => void) | null;
  onClose: () => void;
}

/** A project's description and tags (specification: Dialogs). Changes are edits of the project, which a save stores. */
export default function DetailsDialog({
  project,
  own,
  onChange,
  onSave,
  onReport,
  onClose,
}: DetailsDialogProps) {
  const [opensOthers] = useState(!own);
  // Closes when another user's project is removed: its text stays on the page, but has no details to edit.
  useEffect(() => {
    if (opensOthers && own) onClose();
  }, [opensOthers, own, onClose]);
  const isForm = own && !opensOthers;
  return (
    <Dialog
      title={texts.details}
      description={isForm ? texts.detailsText : texts.by(bidiIsolate(project.username ?? ''))}
      onClose={onClose}
    >
      {isForm ? (
        <DetailsForm
          project={project}
          onChange={onChange}
          onSave={() => {
            onSave();
            onClose();
          }}
        />
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

interface DetailsFormProps {
  project: WorkingProject;
  onChange: (details: Partial<Details>) => void;
  onSave: () => void;
}

function DetailsForm({ project: { description, tags }, onChange, onSave }: DetailsFormProps) {
  /** The text in the field for tags. */
  const [typed, setTyped] = useState('');
  const tagsInput = useRef<HTMLInputElement>(null);
  /** Whether all of them are taken. */
  const addTags = (text: string) => {
    const added = withTyped(tags, text);
    setTyped(added.rest);
    if (added.tags.length > tags.length) onChange({ tags: added.tags });
    return added.rest === '';
  };
  return (
    <form
      className="grid min-h-0 gap-4 overflow-auto p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (addTags(typed)) onSave();
        else tagsInput.current?.focus();
      }}
    >
      <DescriptionField description={description} onChange={(text) => onChange({ description: text })} />
      <TagsField
        tags={tags}
        typed={typed}
        onType={setTyped}
        onAdd={addTags}
        inputRef={tagsInput}
        onRemove={(tag) => onChange({ tags: tags.filter((other) => other !== tag) })}
      />
      <Button
        type="submit"
        look="primary"
        // Leaving the field would add its tag and move the button away before it is released.
        onMouseDown={(event) => event.preventDefault()}
        className="justify-self-end"
      >
        {texts.save}
      </Button>
    </form>
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
        {lengthOf(description.length, limits.descriptionLength)}
      </p>
    </div>
  );
}

function DetailsToRead({ description, tags }: Details) {
  return (
    <dl className="grid min-h-0 grid-cols-1 gap-1 overflow-auto p-4">
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

interface TagsFieldProps {
  tags: string[];
  typed: string;
  onType: (typed: string) => void;
  /** Adds the tags in a typed text, and leaves what does not fit in the field. */
  onAdd: (typed: string) => void;
  onRemove: (tag: string) => void;
  inputRef: Ref<HTMLInputElement>;
}

/** A field for tags: Enter, a comma or leaving the field adds one; each has a button that removes it. */
function TagsField({ tags, typed, onType, onAdd, onRemove, inputRef }: TagsFieldProps) {
  const id = useId();
  const refused = typed.trim() !== '' && withTyped(tags, typed).rest !== '';
  const addAtComma = (text: string) => (text.includes(',') ? onAdd : onType)(text);
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-muted text-sm">
        {texts.tags}
      </label>
      <RemovableTags
        label={texts.tagsOfProject}
        tags={tags}
        onRemove={onRemove}
        look="bg-hover hover:bg-chosen"
      />
      <input
        ref={inputRef}
        id={id}
        dir="auto"
        aria-describedby={`${id}-rule`}
        aria-invalid={refused}
        value={typed}
        onChange={({ target, nativeEvent }) => (isComposing(nativeEvent) ? onType : addAtComma)(target.value)}
        onCompositionEnd={({ currentTarget }) => addAtComma(currentTarget.value)}
        onBlur={() => onAdd(typed)}
        onKeyDown={(event) => {
          if (isForInputMethod(event.nativeEvent) || event.key !== 'Enter' || typed.trim() === '') return;
          // Otherwise Enter would submit the form.
          event.preventDefault();
          onAdd(typed);
        }}
        placeholder={texts.addTag}
        className={fieldLook}
      />
      <p id={`${id}-rule`} className={refused ? 'text-danger text-sm' : 'text-faint text-sm'}>
        {texts.tagsRule(tags.length)}
      </p>
    </div>
  );
}

/** Whether an input method is composing text. */
function isComposing(event: Event): boolean {
  return event instanceof InputEvent && event.isComposing;
}

/** They hide or reorder text. The server leaves them out of tags, and refuses a tag that shows nothing. */
const hiddenCharacters = /[\p{Cc}\p{Bidi_Control}]/gu;

/**
 * Adds the comma-separated tags of a typed text: each once, within the limits of length and number
 * (specification: Limits). `rest`: the text that did not fit.
 */
export function withTyped(tags: string[], typed: string): { tags: string[]; rest: string } {
  const wanted = typed
    .split(',')
    .map((tag) => tag.replace(hiddenCharacters, '').trim())
    .filter(showsSomething);
  const fitting = wanted.filter((tag) => tag.length <= limits.tagLength);
  const all = [...new Set([...tags, ...fitting])];
  const kept = all.slice(0, limits.tagCount);
  return { tags: kept, rest: wanted.filter((tag) => !kept.includes(tag)).join(', ') };
}
