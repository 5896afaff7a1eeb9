import { X } from 'lucide-react';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { classes } from '@/ui/classes.ts';
import * as texts from '../../dialog-texts.ts';

interface RemovableTagsProps {
  label: string;
  tags: readonly string[];
  onRemove: (tag: string) => void;
  className?: string;
  /** The colours of a tag. */
  look: string;
}

/** Tags, each a button that removes it. Their field is in the same element. */
export function RemovableTags({ label, tags, onRemove, className, look }: RemovableTagsProps) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label={label} className={classes('flex flex-wrap gap-1', className)}>
      {tags.map((tag) => (
        <li key={tag}>
          <button
            type="button"
            aria-label={texts.removeTag(bidiIsolate(tag))}
            onClick={({ currentTarget }) => {
              leaveTag(currentTarget);
              onRemove(tag);
            }}
            className={classes(
              'flex min-h-6 items-center gap-1 break-all rounded-sm px-1.5 text-sm pointer-coarse:min-h-hit',
              look,
            )}
          >
            <bdi>{tag}</bdi>
            <X size={12} aria-hidden className="shrink-0" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Moves the focus from the button of a tag that is being removed to the next tag, or to the field of the tags. */
function leaveTag(button: HTMLElement): void {
  const item = button.closest('li');
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  const next =
    neighbour?.querySelector('button') ?? item?.parentElement?.parentElement?.querySelector('input');
  next?.focus();
}
