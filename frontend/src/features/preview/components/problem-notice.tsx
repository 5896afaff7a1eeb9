import type { Problem } from '@studio/engine/problem';
import { TriangleAlert } from 'lucide-react';

const languages = { html: 'HTML', css: 'CSS', js: 'JavaScript' };

/** Why the page on show is not all of the newest text: the first error, and how many more there are. */
export function ProblemNotice({ problems }: { problems: Problem[] }) {
  const [first, ...more] = problems.filter(({ severity }) => severity === 'error');
  return (
    <div aria-live="polite" className="absolute inset-x-2 bottom-2 z-10 flex justify-center">
      {first && (
        <p className="flex max-w-full items-center gap-2 rounded-md border bg-warning-soft px-3 py-1.5 shadow-float">
          <TriangleAlert size={14} aria-hidden className="shrink-0 text-warning" />
          <span className="shrink-0 text-muted">
            {languages[first.language]} {first.line}:{first.column}
          </span>
          <span className="truncate" title={first.message}>
            {first.message}
          </span>
          {more.length > 0 && <span className="shrink-0 text-muted">+{more.length}</span>}
        </p>
      )}
    </div>
  );
}
