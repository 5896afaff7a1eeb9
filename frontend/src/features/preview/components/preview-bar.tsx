import { isError, type Problem } from '@studio/engine/problem';
import { History, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import './preview-bar.css';
import * as texts from '../status-texts.ts';
import { passFocusOn } from './pass-focus-on.ts';

const languages = { html: 'HTML', css: 'CSS', js: 'JavaScript' };

interface PreviewBarProps {
  /** The compilers' problems with the shown source. */
  problems: readonly Problem[];
  /** The code has changed and does not run automatically. */
  behind: boolean;
  onRun: () => void;
  /** Shows a position in its editor; null if there are no editors. */
  onReveal: ((problem: Problem) => void) | null;
}

/** A line below the page that says why it is not up to date: it waits for Run, or the code does not compile. */
export default function PreviewBar({ problems, behind, onRun, onReveal }: PreviewBarProps) {
  const [first, ...more] = problems.filter(isError);
  if (behind) {
    return (
      <Bar icon={History} look="bg-raised">
        <span className="min-w-0 flex-1 truncate">{texts.changedSince}</span>
        <button ref={passFocusOn} type="button" onClick={onRun} className="preview-bar-link">
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
