import type { ConsoleEntry } from '@studio/contract/console';
import { describeProblem, type Problem } from '@studio/engine/problem';
import { messageText } from '@/features/console/model/format-message.ts';
import { element } from './elements.ts';

/** The most entries shown; a block has little space. */
const maxEntries = 200;

interface BlockConsole {
  element: HTMLElement;
  add(entry: ConsoleEntry): void;
  clear(): void;
  /** Shows the compilers' problems with the newest code. */
  setProblems(problems: readonly Problem[]): void;
}

/** The code's output, line by line, below the compilers' problems. */
export function createConsole(): BlockConsole {
  const list = element('ol', { className: 'entries', role: 'log' });
  const problems = element('ol', { className: 'entries', ariaLive: 'polite' });
  const empty = element('p', {
    className: 'empty',
    textContent: 'JavaScript console output will appear here...',
  });
  const line = (level: string, text: string) =>
    element(
      'li',
      { className: `entry ${level}` },
      element('span', { className: 'level', textContent: level }),
      element('span', { className: 'text', textContent: text }),
    );
  const showEmpty = () => {
    empty.hidden = list.childElementCount + problems.childElementCount > 0;
  };
  return {
    element: element('div', { className: 'console', tabIndex: 0 }, problems, list, empty),
    add(entry) {
      if (entry.kind === 'clear') list.replaceChildren();
      else list.append(line(entry.level, messageText(entry)));
      while (list.childElementCount > maxEntries) list.firstElementChild?.remove();
      showEmpty();
    },
    clear() {
      list.replaceChildren();
      showEmpty();
    },
    setProblems(now) {
      problems.replaceChildren(...now.map((problem) => line('error', describeProblem(problem))));
      showEmpty();
    },
  };
}
