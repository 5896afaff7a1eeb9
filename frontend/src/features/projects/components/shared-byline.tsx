import { Heart } from 'lucide-react';
import { Link } from 'wouter';
import { Button } from '@/ui/button.tsx';
import { authorAddress } from '../model/project-address.ts';
import type { WorkingProject } from '../model/project-state.ts';
import { Figures } from './figures.tsx';

interface SharedBylineProps {
  project: WorkingProject;
  onLike: () => void;
}

/** Beside somebody else's public project: how it is liked, and the button to like it (CONTRACT 6 Names). */
export function SharedByline({ project, onLike }: SharedBylineProps) {
  const label = project.isLiked ? 'Unlike' : 'Like';
  return (
    <div className="flex min-w-0 items-center gap-2 text-sm max-lg:order-4 max-lg:basis-full max-lg:px-2">
      {project.username !== null && (
        <span className="min-w-0 max-w-48 truncate text-muted lg:max-xl:max-w-28">
          by{' '}
          <Link
            href={authorAddress(project.username)}
            className="text-ink underline decoration-faint underline-offset-2 hover:decoration-current"
          >
            {project.username}
          </Link>
        </span>
      )}
      <Figures likes={project.likes} views={project.views} />
      <Button
        look="quiet"
        title={label}
        aria-pressed={project.isLiked}
        onClick={onLike}
        className="aria-pressed:text-accent aria-pressed:*:fill-current lg:max-xl:w-hit lg:max-xl:px-0"
      >
        <Heart size={16} aria-hidden />
        <span className="lg:max-xl:sr-only">{label}</span>
      </Button>
    </div>
  );
}
