import * as texts from '../console-texts.ts';
import { readFrame, type SourcePlace, type StackFrame } from '../model/source-places.ts';

interface StackTextProps {
  /** Lines of which some are frames. */
  text: string;
  onReveal: (place: SourcePlace) => void;
}

/** An error or a stack to the letter, with its places as links. */
export function StackText({ text, onReveal }: StackTextProps) {
  return text.split('\n').map((line, index) => {
    const frame = readFrame(line);
    return (
      <span key={index} className="block whitespace-pre-wrap">
        {frame ? '    at ' : line}
        {frame?.name && `${frame.name} `}
        {frame && <SourceLink frame={frame} onReveal={onReveal} />}
      </span>
    );
  });
}

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
