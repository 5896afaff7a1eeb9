import { ChevronRight } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { isForInputMethod } from '@/ui/input-method.ts';
import { type PromptInput, recalled, submitted } from '../model/prompt-input.ts';
import * as texts from '../texts.ts';

interface ConsolePromptProps {
  input: PromptInput;
  onInput: (input: PromptInput) => void;
  onSubmit: (code: string) => void;
}

const maxLines = 8;

/** A prompt for the running preview: Enter runs the code, Shift+Enter adds a line, the arrows recall earlier input. */
export function ConsolePrompt({ input, onInput, onSubmit }: ConsolePromptProps) {
  const { code } = input;

  function submit() {
    if (code.trim() === '') return;
    onInput(submitted(input));
    onSubmit(code);
  }

  function goBack(event: KeyboardEvent<HTMLTextAreaElement>, step: -1 | 1) {
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const beyond = step < 0 ? value.slice(0, selectionStart) : value.slice(selectionEnd);
    if (selectionStart !== selectionEnd || beyond.includes('\n')) return;
    const next = recalled(input, step);
    if (!next) return;
    event.preventDefault();
    onInput(next);
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
        onChange={(event) => onInput({ ...input, code: event.target.value })}
        onKeyDown={onKeyDown}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
      />
    </div>
  );
}
