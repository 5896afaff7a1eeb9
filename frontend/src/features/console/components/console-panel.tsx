import { Trash2 } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { IconButton } from '@/ui/icon-button.tsx';
import { consoleStore } from '../model/console-store.ts';
import { ConsoleRowView } from './console-row.tsx';
import './console-panel.css';

/** Below this many CSS pixels from the end the list follows what comes. */
const followWithin = 8;

/** SPEC 2 Console panel: what the project printed, newest last. */
export default function ConsolePanel() {
  const { rows, dropped, unreadErrors, clear, markRead } = useStore(consoleStore);
  const title = useId();
  const list = useRef<HTMLDivElement>(null);
  const following = useRef(true);

  useEffect(() => {
    if (unreadErrors > 0) markRead();
  }, [unreadErrors, markRead]);

  useLayoutEffect(() => {
    const element = list.current;
    if (element && rows.length > 0 && following.current) element.scrollTop = element.scrollHeight;
  }, [rows]);

  return (
    <section aria-labelledby={title} className="flex h-full min-h-0 flex-col bg-ground">
      <header className="flex h-hit shrink-0 items-center gap-2 border-b bg-panel pr-0.5 pl-3 text-sm">
        <h2 id={title} className="font-medium">
          JavaScript Console
        </h2>
        {rows.length > 0 && <span className="text-faint tabular-nums">{rows.length}</span>}
        <IconButton label="Clear console" icon={Trash2} onClick={clear} className="ml-auto" />
      </header>
      {rows.length === 0 ? (
        <p className="p-4 text-faint">JavaScript console output will appear here...</p>
      ) : (
        <div
          ref={list}
          role="log"
          aria-labelledby={title}
          // A region that scrolls must be reachable by keyboard.
          tabIndex={0}
          onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
            following.current = scrollHeight - scrollTop - clientHeight < followWithin;
          }}
          className="min-h-0 flex-1 overflow-auto font-mono text-sm [font-variant-ligatures:none]"
        >
          {dropped > 0 && (
            <p className="border-b px-3 py-1 font-sans text-faint">
              {dropped.toLocaleString('en')} older {dropped === 1 ? 'entry was' : 'entries were'} dropped.
            </p>
          )}
          {rows.map((row) => (
            <ConsoleRowView key={row.key} row={row} />
          ))}
        </div>
      )}
    </section>
  );
}
