import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { fieldLook } from '@/ui/fields/text-field.tsx';
import * as texts from '../../dialog-texts.ts';
import { withTyped } from '../../model/tag-list.ts';

interface TagsFieldProps {
  tags: string[];
  onChange: (tags: string[]) => void;
}

/** Tags to be added by Enter, a comma or by leaving the field, and removed by their buttons. */
export function TagsField({ tags, onChange }: TagsFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const refused = typed.trim() !== '' && withTyped(tags, typed).rest !== '';
  const add = (text: string) => {
    const added = withTyped(tags, text);
    setTyped(added.rest);
    if (added.tags.length > tags.length) onChange(added.tags);
  };
  const addAtComma = (text: string) => (text.includes(',') ? add(text) : setTyped(text));
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-muted text-sm">
        {texts.tags}
      </label>
      {tags.length > 0 && (
        <ul aria-label={texts.tagsOfProject} className="flex flex-wrap gap-1">
          {tags.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                aria-label={texts.removeTag(bidiIsolate(tag))}
                onClick={() => onChange(tags.filter((other) => other !== tag))}
                className="flex min-h-6 items-center gap-1 break-all rounded-sm bg-hover px-1.5 text-sm hover:bg-chosen pointer-coarse:min-h-hit"
              >
                <bdi>{tag}</bdi>
                <X size={12} aria-hidden className="shrink-0" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        id={id}
        dir="auto"
        aria-describedby={`${id}-rule`}
        aria-invalid={refused}
        value={typed}
        onChange={({ target, nativeEvent }) =>
          (isComposing(nativeEvent) ? setTyped : addAtComma)(target.value)
        }
        onCompositionEnd={({ currentTarget }) => addAtComma(currentTarget.value)}
        onBlur={() => add(typed)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.key !== 'Enter' || typed.trim() === '') return;
          // Else Enter would save at once.
          event.preventDefault();
          add(typed);
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

/** Whether an input method is still at work on what it has put into the field. */
function isComposing(event: Event): boolean {
  return event instanceof InputEvent && event.isComposing;
}
