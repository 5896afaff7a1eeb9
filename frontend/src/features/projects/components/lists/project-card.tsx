import { Eye, GitFork, Globe, Heart, Lock, type LucideIcon, Trash2 } from 'lucide-react';
import { type ReactNode, useCallback, useId, useState } from 'react';
import { Link } from 'wouter';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { countOf, numberText } from '@/lib/count-of.ts';
import { Button } from '@/ui/button.tsx';
import type { ListedProject } from '../../api/use-project-list.ts';
import * as texts from '../../dialog-texts.ts';
import { authorAddress } from '../../model/project-address.ts';
import { CardPicture } from './card-picture.tsx';

/** A card shows at most this many tags (specification: Project cards). */
const shownTags = 4;

const tagSize =
  'min-h-6 min-w-6 rounded-sm px-1.5 text-xs pointer-coarse:min-h-hit pointer-coarse:min-w-hit pointer-coarse:px-3';

interface ProjectCardProps {
  project: ListedProject;
  chosenTags: string[];
  onTag: (tag: string) => void;
  /** The card's own buttons. */
  children: ReactNode;
}

/**
 * Extends the control marked `data-opens` over the whole card; all other controls are above it. So a press on the card
 * opens its project without nested controls.
 */
const opensByPress =
  'relative isolate [&_[data-opens]]:after:absolute [&_[data-opens]]:after:inset-0 [&_[data-opens]]:after:cursor-pointer [&_:is(a,button):not([data-opens])]:relative [&_:is(a,button):not([data-opens])]:z-1';

/** One project in a list, with author and likes. A press on it opens it. */
export function ProjectCard({ project, chosenTags, onTag, children }: ProjectCardProps) {
  const titleId = useId();
  const [running, setRunning] = useState(false);
  const end = useCallback(() => setRunning(false), []);
  if (running && project.isInTrash) end();
  const [showsAllTags, setShowsAllTags] = useState(false);
  const hiddenTags = project.tags.length - shownTags;
  const Visibility = project.isPublic ? Globe : Lock;
  return (
    <li
      aria-labelledby={titleId}
      className={`flex flex-col gap-2 rounded-lg border bg-raised p-3 transition-colors focus-within:border-field hover:border-field ${opensByPress}`}
    >
      {project.isInTrash ? (
        // The server no longer shows its picture; after a restoration it is loaded again.
        <div className="grid aspect-[8/5] place-items-center rounded-md border border-dashed text-faint">
          <Trash2 size={24} aria-hidden />
        </div>
      ) : (
        <CardPicture
          projectId={project.id}
          cardUrl={project.cardUrl}
          title={project.title}
          running={running}
          onLeave={end}
        />
      )}
      <div className="min-w-0">
        <h3 id={titleId} dir="auto" title={project.title} className="truncate font-medium">
          {project.title}
        </h3>
        <p className="flex items-center gap-1.5 text-muted text-sm">
          <Visibility size={12} aria-hidden className="shrink-0" />
          <span className="sr-only">{project.isPublic ? texts.isPublic : texts.isPrivate}, by</span>
          <Link
            href={authorAddress(project.username)}
            title={project.username}
            className="pointer-coarse:-my-2.5 truncate underline-offset-2 hover:text-ink hover:underline pointer-coarse:min-w-hit pointer-coarse:py-3.5"
          >
            {project.username}
          </Link>
          <time dateTime={project.updatedAt} className="ml-auto shrink-0 text-faint">
            {new Date(project.updatedAt).toLocaleDateString(undefined, { dateStyle: 'medium' })}
          </time>
        </p>
      </div>
      <div className="flex min-h-6 flex-wrap gap-1">
        {project.tags.slice(0, showsAllTags ? undefined : shownTags).map((tag) => (
          <button
            key={tag}
            type="button"
            dir="auto"
            title={tag}
            aria-pressed={chosenTags.includes(tag)}
            onClick={() => onTag(tag)}
            className={`${tagSize} max-w-32 truncate bg-hover text-muted hover:bg-chosen aria-pressed:bg-accent-soft aria-pressed:text-accent`}
          >
            {tag}
          </button>
        ))}
        {hiddenTags > 0 && (
          <button
            type="button"
            title={project.tags.slice(shownTags).map(bidiIsolate).join(', ')}
            aria-expanded={showsAllTags}
            onClick={() => setShowsAllTags(!showsAllTags)}
            className={`${tagSize} text-faint hover:text-ink`}
          >
            {showsAllTags ? texts.fewerTags : `+${hiddenTags}`}
          </button>
        )}
      </div>
      <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 pt-1">
        <Count icon={Eye} count={project.views} noun="view" />
        <Count icon={Heart} count={project.likes} noun="like" />
        <Count icon={GitFork} count={project.forkCount} noun="fork" />
        <div className="ml-auto flex gap-1">
          {!project.isInTrash && (
            <Button look="quiet" onClick={() => setRunning(!running)}>
              {running ? texts.stop : texts.run}
            </Button>
          )}
          {children}
        </div>
      </div>
    </li>
  );
}

function Count({ icon: Icon, count, noun }: { icon: LucideIcon; count: number; noun: string }) {
  const words = countOf(count, noun);
  return (
    <span title={words} className="flex items-center gap-1 text-muted text-sm tabular-nums">
      <Icon size={13} aria-hidden className="text-faint" />
      <span aria-hidden>{numberText(count)}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}
