import { Tabs } from 'radix-ui';
import { type ReactNode, type Ref, useId } from 'react';
import * as texts from '../texts.ts';

interface PanelTab {
  value: string;
  label: string;
  /** Shown beside the label if greater than 0. */
  count?: number;
  /** What is counted, for screen readers. */
  counted?: string;
}

interface PanelTabsProps {
  label: string;
  tabs: readonly PanelTab[];
  ref?: Ref<HTMLDivElement>;
}

/** A row of tabs; on narrow screens it scrolls sideways. */
export function PanelTabs({ label, tabs, ref }: PanelTabsProps) {
  const id = useId();
  return (
    <Tabs.List ref={ref} aria-label={label} className="scroll-row flex shrink-0 border-b px-2">
      {tabs.map(({ value, label: name, count = 0, counted }) => (
        <Tabs.Trigger
          key={value}
          value={value}
          aria-label={name}
          {...(count > 0 && {
            'aria-describedby': `${id}${value}`,
            // Rendered by CSS: text inside a tab would have to be part of its accessible name (WCAG 2.5.3).
            'data-count': count > 99 ? '99+' : count,
          })}
          className="inline-flex h-bar shrink-0 items-center gap-1.5 border-transparent border-b-2 px-2.5 text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-ink data-count:after:min-w-4 data-count:after:rounded-full data-count:after:bg-accent-soft data-count:after:px-1.5 data-count:after:text-center data-count:after:text-accent data-count:after:text-xs data-count:after:tabular-nums data-count:after:content-[attr(data-count)]"
        >
          {name}
          {count > 0 && <span hidden id={`${id}${value}`}>{`${count} ${counted}`}</span>}
        </Tabs.Trigger>
      ))}
    </Tabs.List>
  );
}

interface CodePanesProps {
  code: { html: string; css: string; js: string };
  /** An additional tab. */
  more?: { label: string; content: ReactNode };
}

const panes = [
  { value: 'html', label: 'HTML' },
  { value: 'css', label: 'CSS' },
  { value: 'js', label: 'JavaScript' },
] as const;

/** The three sources as text, in tabs; nothing in them runs. */
export function CodePanes({ code, more }: CodePanesProps) {
  return (
    <Tabs.Root defaultValue="html" className="flex min-h-48 min-w-0 flex-1 flex-col">
      <PanelTabs
        label={texts.sources}
        tabs={[...panes, ...(more ? [{ value: 'more', label: more.label }] : [])]}
      />
      {panes.map(({ value, label }) => (
        <Tabs.Content key={value} value={value} className="min-h-0 flex-1 overflow-auto bg-ground">
          {code[value] === '' ? (
            <p className="p-4 text-muted">{texts.noSource(label)}</p>
          ) : (
            <pre className="p-4 font-mono text-sm">{code[value]}</pre>
          )}
        </Tabs.Content>
      ))}
      {more && (
        <Tabs.Content value="more" className="flex min-h-0 flex-1 flex-col overflow-auto">
          {more.content}
        </Tabs.Content>
      )}
    </Tabs.Root>
  );
}
