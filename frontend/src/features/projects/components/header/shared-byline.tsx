import { Heart } from 'lucide-react';
import { Link } from 'wouter';
import { Button } from '@/ui/button.tsx';
import { authorAddress } from '../../model/project-address.ts';
import type { WorkingProject } from '../../model/working-project.ts';
import * as texts from '../../texts.ts';
import { Figures } from './figures.tsx';

interface SharedBylineProps {
  project: WorkingProject;
  onLike: () => void;
}

/** A row of the header of somebody else's public project: whose it is, how it is liked, and the button to like it (CONTRACT 6 Names). */
export function SharedByline({ project, onLike }: SharedBylineProps) {
  const label = project.isLiked ? texts.unlike : texts.like;
  return (
    <div className="order-4 flex min-w-0 basis-full items-center gap-3 px-2 text-sm">
      {project.username !== null && (
        <span className="flex min-w-0 items-center gap-1 text-muted">
          by
          <Link
            href={authorAddress(project.username)}
            className="truncate pointer-coarse:min-w-hit pointer-coarse:py-3 text-ink underline decoration-faint underline-offset-2 hover:decoration-current"
          >
            {project.username}
          </Link>
        </span>
      )}
      <Figures likes={project.likes} views={project.views} />
      <Button
        look="quiet"
        aria-pressed={project.isLiked}
        onClick={onLike}
        className="aria-pressed:text-accent aria-pressed:*:fill-current"
      >
        <Heart size={16} aria-hidden />
        {label}
      </Button>
    </div>
  );
}
