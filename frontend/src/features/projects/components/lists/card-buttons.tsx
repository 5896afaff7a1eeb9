import { likeRoutes } from '@studio/contract/http/likes';
import type { ProjectSummary } from '@studio/contract/http/projects';
import { useQueryClient } from '@tanstack/react-query';
import { GitFork, Heart } from 'lucide-react';
import { type MouseEvent, useRef, useState } from 'react';
import type { Call } from '@/lib/http-client.ts';
import { Button, IconButton } from '@/ui/button.tsx';
import { showProgress } from '@/ui/progress-indicators.tsx';
import { toast } from '@/ui/toast/toast.ts';
import { showLike } from '../../api/use-project-list.ts';
import * as texts from '../../dialog-texts.ts';
import type { RemovedProject } from '../../model/saving/project-operations.ts';
import { refusal } from '../../toast-texts.ts';
import type { ProjectCommands } from '../project-commands.ts';
import type { TrashCommands } from './trash-commands.ts';

interface CardLikeButtonProps {
  call: Call;
  project: ProjectSummary;
}

/** Likes a project of the list, or removes the like. */
export function CardLikeButton({ call, project: { id, isLiked, likes } }: CardLikeButtonProps) {
  const client = useQueryClient();
  const presses = useRef(0);
  const like = async () => {
    const press = ++presses.current;
    const route = isLiked ? likeRoutes.clearLike : likeRoutes.setLike;
    const response = await showProgress(call(route, { params: { id } }));
    // The socket may have shown an earlier press before its response, which comes only now.
    if (response.ok && press === presses.current) showLike(client, id, likes, response.data);
    if (!response.ok)
      toast({
        title: texts.likeFailed,
        description: texts.likeFailedText + refusal(response.error),
        tone: 'danger',
      });
  };
  return (
    <IconButton
      label={texts.like}
      icon={Heart}
      aria-pressed={isLiked}
      className="aria-pressed:*:fill-current"
      onClick={like}
    />
  );
}

interface CardForksButtonProps {
  project: ProjectSummary;
  onForks: (project: ProjectSummary) => void;
}

/** Shows the forks of a project; hidden if there are none. */
export function CardForksButton({ project, onForks }: CardForksButtonProps) {
  if (project.forkCount === 0) return null;
  return (
    <IconButton label={texts.forks} icon={GitFork} aria-haspopup="dialog" onClick={() => onForks(project)} />
  );
}

interface LoadButtonProps {
  projectId: string;
  commands: Pick<ProjectCommands, 'load'>;
  onLoaded: () => void;
}

/** Opens a project of a list, with a loading state. A press anywhere on the card activates it. */
export function LoadButton({ projectId, commands, onLoaded }: LoadButtonProps) {
  const [busy, setBusy] = useState(false);
  const load = async ({ detail }: MouseEvent) => {
    // The second click of a double click was meant for what was here at the first: a question, or Restore.
    if (detail > 1) return;
    setBusy(true);
    const loaded = await commands.load(projectId);
    setBusy(false);
    if (loaded) onLoaded();
  };
  return (
    <Button data-opens busy={busy} onClick={load}>
      {texts.load}
    </Button>
  );
}

interface RestoreButtonProps {
  project: RemovedProject;
  commands: Pick<TrashCommands, 'restore'>;
  onRestored: () => void;
}

/** Takes a project of a list out of the trash, with a loading state. */
export function RestoreButton({ project, commands, onRestored }: RestoreButtonProps) {
  const [busy, setBusy] = useState(false);
  const restore = async () => {
    setBusy(true);
    const restored = await commands.restore(project);
    setBusy(false);
    if (restored) onRestored();
  };
  return (
    <Button busy={busy} onClick={restore}>
      {texts.restore}
    </Button>
  );
}
