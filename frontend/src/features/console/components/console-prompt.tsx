import { ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { isForInputMethod } from '@/ui/input-method.ts';
import * as texts from '../texts.ts';

interface ConsolePromptProps {
  onSubmit: (code: string) => void;
}

const maxLines = 8;

/** A prompt for the running preview: Enter runs the code, Shift+Enter adds a line, the arrows recall earlier input. */
export function ConsolePrompt({ onSubmit }: ConsolePromptProps) {
  const [code, setCode] = useState('');
  const [history, setHistory] = useState(emptyHistory);

  function submit() {
    if (code.trim() === '') return;
    setHistory(remember(history, code));
    setCode('');
    onSubmit(code);
  }

  function goBack(event: KeyboardEvent<HTMLTextAreaElement>, step: -1 | 1) {
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const beyond = step < 0 ? value.slice(0, selectionStart) : value.slice(selectionEnd);
    if (selectionStart !== selectionEnd || beyond.includes('\n')) return;
    const recalled = recall(history, step, code);
    if (!recalled) return;
    event.preventDefault();
    setHistory(recalled.history);
    setCode(recalled.line);
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isForInputMethod(event.nativeEvent)) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      submit();
    } else if (event.key === 'ArrowUp') goBack(event, -1);
    else if (event.key === 'ArrowDown') goBack(event, 1);
  }

  return (
    <div className="console-prompt">
      <ChevronRight size={14} aria-hidden className="mt-2 shrink-0 text-accent" />
      <textarea
        aria-label={texts.evaluate}
        placeholder={texts.evaluate}
        rows={Math.min(code.split('\n').length, maxLines)}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        onKeyDown={onKeyDown}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
      />
    </div>
  );
}

/** Earlier input, oldest first, and the index of the recalled one; equal to the length at the user's own draft. */
interface PromptHistory {
  lines: readonly string[];
  at: number;
  /** The input before the first recall. */
  draft: string;
}

/** How many inputs are remembered. */
const maxHistory = 100;

const emptyHistory: PromptHistory = { lines: [], at: 0, draft: '' };

/** Adds an input, unless it equals the last one. */
function remember({ lines }: PromptHistory, line: string): PromptHistory {
  const next = lines.at(-1) === line ? lines : [...lines, line].slice(-maxHistory);
  return { lines: next, at: next.length, draft: '' };
}

/** Recalls the previous or next input from `current`; null if there is none. */
function recall(
  history: PromptHistory,
  step: -1 | 1,
  current: string,
): { history: PromptHistory; line: string } | null {
  const { lines, at } = history;
  const next = at + step;
  if (next < 0 || next > lines.length) return null;
  const draft = at === lines.length ? current : history.draft;
  return { history: { lines, at: next, draft }, line: lines[next] ?? draft };
}
