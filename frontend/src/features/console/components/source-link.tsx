import * as texts from '../console-texts.ts';
import type { SourcePlace, StackFrame } from '../model/source-places.ts';

interface SourceLinkProps {
  frame: StackFrame;
  onReveal: (place: SourcePlace) => void;
}

/** `script.js:12:5`: moves the caret there, where it is in one of the editors. */
export function SourceLink({ frame: { label, place }, onReveal }: SourceLinkProps) {
  if (!place) return <span className="text-muted [overflow-wrap:anywhere]">{label}</span>;
  return (
    <button
      type="button"
      title={texts.showInEditor}
      onClick={() => onReveal(place)}
      className="text-current underline underline-offset-2 hover:text-accent"
    >
      {label}
    </button>
  );
}
