import type { PromptScript } from '@studio/contract/preview';
import { promptCode } from '@studio/engine/script/prompt-code';
import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { consoleStore } from '../model/console-store.ts';
import { copyMessages } from '../model/copy-messages.ts';
import type { SourcePlace } from '../model/source-places.ts';
import { countLevels, visibleRows } from '../model/visible-rows.ts';
import { ConsoleList } from './console-list.tsx';
import { ConsolePrompt } from './console-prompt.tsx';
import { ConsoleToolbar } from './console-toolbar.tsx';
import './console-panel.css';
import * as texts from '../texts.ts';

interface ConsolePanelProps {
  /** The preview, whose `evaluate` runs code; false if no page is running. */
  preview: RefObject<{ evaluate: (script: PromptScript) => boolean } | null>;
  /** The page does not respond. */
  hangs: boolean;
  /** Shows a place in its editor. */
  onReveal: (place: SourcePlace) => void;
  /** Keeps the entries of earlier runs. */
  preserveLog: boolean;
  onPreserveLog: (preserve: boolean) => void;
}

/** The project's output, newest last, and a prompt that runs code in it (specification: Console). */
export default function ConsolePanel(props: ConsolePanelProps) {
  const { preview, hangs, onReveal, preserveLog, onPreserveLog } = props;
  const { rows, dropped, unreadErrors, view, changeView, toggleGroup, append, ask, clear, markRead } =
    useStore(consoleStore);
  const { filter, toggled, input } = view;
  const panel = useRef<HTMLElement>(null);
  const filterField = useRef<HTMLInputElement>(null);
  useConsoleKeys(panel, filterField);
  const shown = useMemo(() => visibleRows(rows, filter, toggled), [rows, filter, toggled]);
  const counts = useMemo(() => countLevels(rows), [rows]);
  const focus = useKeptFocus(panel);

  useEffect(() => {
    if (unreadErrors > 0) markRead();
  }, [unreadErrors, markRead]);

  const evaluate = (line: string) => {
    const key = ask(line);
    if (preview.current?.evaluate({ ...promptCode(line), input: key })) return;
    const text = hangs ? texts.pageHangs : texts.nothingRuns;
    append({ level: 'error', kind: 'result', args: [text], timestamp: Date.now() });
  };
  return (
    <section
      ref={panel}
      {...focus}
      tabIndex={-1}
      aria-label={texts.title}
      className="flex h-full min-h-0 flex-col bg-ground"
    >
      <ConsoleToolbar
        counts={counts}
        preserveLog={preserveLog}
        onPreserveLog={onPreserveLog}
        filter={filter}
        onFilter={(next) => changeView({ filter: next })}
        filterRef={filterField}
        canCopy={shown.length > 0}
        onCopy={() => void copyMessages(shown.map(({ entry }) => entry))}
        onClear={clear}
      />
      {shown.length === 0 ? (
        <p className="min-h-0 flex-1 overflow-hidden p-4 text-faint">
          {rows.length === 0 ? texts.empty : texts.noMatch}
        </p>
      ) : (
        <ConsoleList
          rows={shown}
          oldestKey={rows[0]?.key ?? 0}
          dropped={dropped}
          toggled={toggled}
          onToggleGroup={toggleGroup}
          onReveal={onReveal}
        />
      )}
      <ConsolePrompt input={input} onInput={(next) => changeView({ input: next })} onSubmit={evaluate} />
    </section>
  );
}

/** Handlers of the panel. Where the row with the focus is removed, the list gets the focus, or the panel without a list. */
function useKeptFocus(panel: RefObject<HTMLElement | null>) {
  const focused = useRef<Element | null>(null);
  // At each rendering: any may have removed the row.
  useLayoutEffect(() => {
    if (!focused.current || focused.current.isConnected || document.activeElement !== document.body) return;
    const element = panel.current;
    (element?.querySelector<HTMLElement>('[role="log"]') ?? element)?.focus();
  });
  return {
    onFocus({ target }: FocusEvent) {
      focused.current = target;
    },
    onBlur({ target }: FocusEvent) {
      // It stays active while its window has no focus.
      if (document.activeElement !== target) focused.current = null;
    },
  };
}

/** The keys of the console: `/` moves to the filter, the arrows move through expandable items. */
function useConsoleKeys(
  panel: RefObject<HTMLElement | null>,
  filter: RefObject<HTMLInputElement | null>,
): void {
  useEffect(() => {
    const element = panel.current;
    if (!element) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key } = event;
      // With these they are keys of the browser, such as Alt+Left for Back.
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (!(target instanceof HTMLElement)) return;
      const isTyping = target.matches('input, textarea');
      if (key === '/' && !isTyping) filter.current?.focus();
      else if (!moveInTree(element, target, key)) return;
      event.preventDefault();
    };
    element.addEventListener('keydown', onKeyDown);
    return () => element.removeEventListener('keydown', onKeyDown);
  }, [panel, filter]);
}

/** Selects all expandable items of the console. */
const toggles = '[data-value-toggle]';

/**
 * The arrow keys of a tree: up and down move between expandable items, right expands or moves to a child, left
 * collapses or moves to the parent. The first one brings an item that is out of view back. Returns whether it handled
 * the key.
 */
function moveInTree(list: HTMLElement, target: HTMLElement, key: string): boolean {
  if (!target.matches(toggles)) return false;
  if (key.startsWith('Arrow') && isOutOfView(target)) {
    // Its neighbours are rendered only around what is in view.
    target.scrollIntoView({ block: 'nearest' });
    return true;
  }
  const isOpen = target.getAttribute('aria-expanded') === 'true';
  const all = [...list.querySelectorAll<HTMLElement>(toggles)];
  const next = all[all.indexOf(target) + 1];
  if (key === 'ArrowDown') next?.focus();
  else if (key === 'ArrowUp') all[all.indexOf(target) - 1]?.focus();
  else if (key === 'ArrowRight') {
    if (!isOpen) target.click();
    else if (next && target.parentElement?.contains(next)) next.focus();
  } else if (key === 'ArrowLeft') {
    if (isOpen) target.click();
    else target.closest('ul')?.parentElement?.querySelector<HTMLElement>(toggles)?.focus();
  } else return false;
  return true;
}

function isOutOfView(item: HTMLElement): boolean {
  const { top, bottom } = item.getBoundingClientRect();
  const view = item.closest('[role="log"]')?.getBoundingClientRect();
  return view !== undefined && (bottom < view.top || top > view.bottom);
}
