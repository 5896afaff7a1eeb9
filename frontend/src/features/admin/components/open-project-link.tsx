import { writeProjectKey } from '@studio/contract/project-key';
import { ExternalLink } from 'lucide-react';
import * as texts from '../texts.ts';

interface OpenProjectLinkProps {
  projectId: string;
  /** The published version to open; without it, the newest. */
  rev?: number | null;
}

/** The admin view opens a project in a new tab (specification: Pages). */
export function OpenProjectLink({ projectId, rev = null }: OpenProjectLinkProps) {
  return (
    <a
      href={`/project/${writeProjectKey({ id: projectId, rev })}`}
      target="_blank"
      rel="noopener"
      className="inline-flex h-hit shrink-0 items-center justify-center gap-1.5 rounded-md border border-line bg-raised px-3 font-medium transition-colors hover:bg-hover"
    >
      {rev === null ? texts.open : texts.openVersion(rev)}
      <ExternalLink size={13} aria-hidden className="text-faint" />
    </a>
  );
}
