import { GitFork, Heart, MessageCircle } from 'lucide-react';
import { Link } from 'wouter';
import { countOf } from '@/lib/count-of.ts';
import type { Call } from '@/lib/http-client.ts';
import type { SocketClient } from '@/lib/socket-client.ts';
import { Button } from '@/ui/button.tsx';
import { discussAddress, useDiscussion } from '../../api/use-discussion.ts';
import { useForkSource } from '../../api/use-forks.ts';
import * as texts from '../../dialog-texts.ts';
import { addressOf, authorAddress } from '../../model/project-address.ts';
import type { WorkingProject } from '../../model/working-project.ts';

interface ProjectFactsProps {
  services: { call: Call; socket: SocketClient };
  project: WorkingProject;
  /** Likes another user's public project; null: it is the user's own. */
  onLike: (() => void) | null;
  onForks: () => void;
}

const linkLook =
  'truncate pointer-coarse:min-w-hit pointer-coarse:py-3 text-ink underline decoration-faint underline-offset-2 hover:decoration-current';

/**
 * Facts about a saved project: author, origin, live likes and views, forks, and the forum discussion
 * (specification: Header).
 */
export default function ProjectFacts({ services, project, onLike, onForks }: ProjectFactsProps) {
  const { id, forkedFrom, isPublic, isLiked, forkCount, username } = project;
  const source = useForkSource(services.call, id !== null && forkedFrom ? { id, forkedFrom } : null);
  const discussion = useDiscussion(services, isPublic ? id : null);
  return (
    <>
      {onLike && username !== null && (
        <span className="flex min-w-16 items-center gap-1 text-muted">
          by
          <Link href={authorAddress(username)} title={username} className={linkLook}>
            {username}
          </Link>
        </span>
      )}
      {source && (
        <Link href={addressOf({ project: source })} title={source.title} className={`flex ${linkLook}`}>
          <span className="whitespace-pre">{texts.forkedFrom}</span>
          {/* An element of its own: one that reads from right to left is cut off at its end, too. */}
          <span dir="auto" className="truncate">
            {source.title}
          </span>
        </Link>
      )}
      {isPublic && (
        <span className="whitespace-nowrap text-faint text-sm tabular-nums">
          {countOf(project.likes, 'like')} · {countOf(project.views, 'view')}
        </span>
      )}
      {onLike && (
        <Button
          look="quiet"
          aria-pressed={isLiked}
          onClick={onLike}
          className="aria-pressed:text-accent aria-pressed:*:fill-current"
        >
          <Heart size={16} aria-hidden />
          {isLiked ? texts.unlike : texts.like}
        </Button>
      )}
      {(isPublic || forkCount > 0) && (
        <Button look="quiet" aria-haspopup="dialog" onClick={onForks}>
          <GitFork size={16} aria-hidden />
          {texts.forks}
        </Button>
      )}
      {id !== null && discussion && (
        <a
          href={discussAddress(id)}
          target="_blank"
          rel="noopener"
          className="inline-flex h-hit shrink-0 items-center gap-1.5 whitespace-nowrap rounded-md px-3 font-medium text-muted transition-colors hover:bg-hover hover:text-ink"
        >
          <MessageCircle size={16} aria-hidden />
          {texts.discuss}
          {discussion.replies !== null && (
            <span className="font-normal text-faint tabular-nums">
              {countOf(discussion.replies, 'reply', 'replies')}
            </span>
          )}
        </a>
      )}
    </>
  );
}
