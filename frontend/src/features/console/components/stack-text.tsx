import { readFrame, type SourcePlace } from '../model/source-places.ts';
import { SourceLink } from './source-link.tsx';

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
