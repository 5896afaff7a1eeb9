import type { ConsoleObject, ConsoleValue } from '@studio/contract/console';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { readFrame, type SourcePlace, type StackFrame } from '../model/source-places.ts';
import { keyText, objectOf, previewOf, type Token } from '../model/value-preview.ts';
import * as texts from '../texts.ts';

/** State shared by the values of one row. */
export interface RowValues {
  objects: readonly ConsoleObject[];
  /** The paths of expanded values, kept while the row is not rendered. */
  opened: Set<string>;
  onReveal: (place: SourcePlace) => void;
}

interface ValueViewProps {
  value: ConsoleValue;
  /** Its path within the row. */
  path: string;
  row: RowValues;
  /** The name of the property that holds it. */
  label?: readonly Token[];
}

/** A value as in developer tools: on one line, expandable to its content at the time of printing. */
export function ValueView({ value, path, row, label = [] }: ValueViewProps) {
  const [open, setOpen] = useState(row.opened.has(path));
  const object = objectOf(value, row.objects);
  const tokens = [...label, ...previewOf(value, row.objects)];
  const frames = object?.kind === 'error' && framesOf(object);
  const stack = frames && <StackText text={frames} onReveal={row.onReveal} />;

  if (!object || !canOpen(object)) {
    return (
      <>
        <ValueTokens tokens={tokens} />
        {stack}
      </>
    );
  }
  const toggle = () => {
    if (open) row.opened.delete(path);
    else row.opened.add(path);
    setOpen(!open);
  };
  return (
    <span className="console-value">
      <button type="button" data-value-toggle aria-expanded={open} onClick={toggle}>
        <ChevronRight size={12} aria-hidden className={open ? 'rotate-90' : ''} />
        <span>
          <ValueTokens tokens={tokens} />
        </span>
      </button>
      {stack}
      {open && <ObjectEntries object={object} path={path} row={row} />}
    </span>
  );
}

function canOpen({ kind, entries, text, left }: ConsoleObject): boolean {
  return !!entries && (entries.length > 0 || !!left || (kind === 'function' && !!text));
}

/** The lines of an error behind its first. */
function framesOf({ text = '' }: ConsoleObject): string {
  const end = text.indexOf('\n');
  return end < 0 ? '' : text.slice(end + 1);
}

interface ObjectEntriesProps {
  object: ConsoleObject;
  path: string;
  row: RowValues;
}

function ObjectEntries({ object, path, row }: ObjectEntriesProps) {
  const { kind, name, text, entries = [], left = 0 } = object;
  return (
    <ul>
      {kind === 'function' && <li className="whitespace-pre-wrap text-muted">{text}</li>}
      {entries.map(({ key, value }, index) => (
        <li key={index}>{entry(object, key, value, `${path}/${index}`, row)}</li>
      ))}
      {left > 0 && <li className="text-muted">{texts.more(left)}</li>}
      {kind === 'element' && text?.startsWith('<') && <li className="text-syntax-tag">{`</${name}>`}</li>}
    </ul>
  );
}

function entry(
  { kind }: ConsoleObject,
  key: ConsoleValue,
  value: ConsoleValue,
  path: string,
  row: RowValues,
): ReactNode {
  if (kind === 'element') {
    return typeof value === 'string' ? value : <ValueView value={value} path={path} row={row} />;
  }
  if (kind === 'map' && objectOf(key, row.objects)) {
    return (
      <>
        <ValueView value={key} path={`${path}/key`} row={row} />
        {' => '}
        <ValueView value={value} path={path} row={row} />
      </>
    );
  }
  const label: Token[] =
    kind === 'map'
      ? [...previewOf(key, row.objects), { text: ' => ', look: 'plain' }]
      : [
          { text: keyText(key), look: 'key' },
          { text: ': ', look: 'plain' },
        ];
  return <ValueView value={value} path={path} row={row} label={label} />;
}

const looks: Record<Token['look'], string> = {
  plain: '',
  name: 'italic',
  key: 'text-syntax-name',
  string: 'text-syntax-string',
  number: 'text-syntax-number',
  keyword: 'text-syntax-tag',
  muted: 'text-muted',
};

/** A value on one line, coloured like code. Its parts keep their order, even with right-to-left text. */
function ValueTokens({ tokens }: { tokens: readonly Token[] }) {
  return tokens.map(({ text, look }, index) => (
    <bdi key={index} className={looks[look]}>
      {text}
    </bdi>
  ));
}

interface StackTextProps {
  /** Text whose lines may be stack frames. */
  text: string;
  onReveal: (place: SourcePlace) => void;
}

/** The literal text of an error or a stack, with its positions as links. */
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

/** `script.js:12:5`: a link that moves the caret there, if the position is in one of the editors. */
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
