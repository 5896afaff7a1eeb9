import { ExternalLink } from 'lucide-react';
import * as texts from '../texts.ts';

/** The admin view opens a project in a new tab (specification: Pages). */
export function OpenProjectLink({ projectId }: { projectId: string }) {
  return (
    <a
      href={`/project/${projectId}`}
      target="_blank"
      rel="noopener"
      className="inline-flex h-hit shrink-0 items-center justify-center gap-1.5 rounded-md border border-line bg-raised px-3 font-medium transition-colors hover:bg-hover"
    >
      {texts.open}
      <ExternalLink size={13} aria-hidden className="text-faint" />
    </a>
  );
}
