import { isError, type Problem } from '@studio/engine/problem';
import { History, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import './preview-bar.css';
import * as texts from '../status-texts.ts';

const languages = { html: 'HTML', css: 'CSS', js: 'JavaScript' };

interface PreviewBarProps {
  /** What the compilers say of what is shown. */
  problems: readonly Problem[];
  /** The code has changed since, and is not run by itself. */
  behind: boolean;
  onRun: () => void;
  /** Shows a place in its editor; null where there are none. */
  onReveal: ((problem: Problem) => void) | null;
}

/** Why the page on show is not all of the newest text, in a line below it: it waits for Run, or does not compile. */
export default function PreviewBar({ problems, behind, onRun, onReveal }: PreviewBarProps) {
  const [first, ...more] = problems.filter(isError);
  if (behind) {
    return (
      <Bar icon={History} look="bg-raised">
        <span className="min-w-0 flex-1 truncate">{texts.changedSince}</span>
        <button type="button" onClick={onRun} className="preview-bar-link">
          {texts.run}
        </button>
      </Bar>
    );
  }
  if (!first) return null;
  const place = `${languages[first.language]} ${first.line}:${first.column}`;
  return (
    <Bar icon={TriangleAlert} look="bg-warning-soft text-warning">
      <span className="shrink-0 font-medium">{texts.buildError}</span>
      {onReveal ? (
        <button
          type="button"
          title={texts.showInEditor}
          onClick={() => onReveal(first)}
          className="preview-bar-link"
        >
          {place}
        </button>
      ) : (
        <span className="shrink-0">{place}</span>
      )}
      <span className="min-w-0 truncate text-ink" title={first.message}>
        {first.message}
      </span>
      {more.length > 0 && <span className="shrink-0">+{more.length}</span>}
    </Bar>
  );
}

function Bar({ icon: Icon, look, children }: { icon: LucideIcon; look: string; children: ReactNode }) {
  return (
    <div className={`preview-bar ${look}`}>
      <Icon size={14} aria-hidden className="shrink-0" />
      {children}
    </div>
  );
}
