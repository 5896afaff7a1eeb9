import { Tabs } from 'radix-ui';
import { type Ref, useId } from 'react';

interface PanelTab {
  value: string;
  label: string;
  /** Beside the label, where it is more than none. */
  count?: number;
  /** What the count counts, for those who hear it. */
  counted?: string;
}

interface PanelTabsProps {
  label: string;
  tabs: readonly PanelTab[];
  ref?: Ref<HTMLDivElement>;
}

/** A row of tabs; on narrow screens it is scrolled sideways. */
export function PanelTabs({ label, tabs, ref }: PanelTabsProps) {
  const id = useId();
  return (
    <Tabs.List
      ref={ref}
      aria-label={label}
      className="flex shrink-0 overflow-x-auto border-b px-2 [scrollbar-width:none]"
    >
      {tabs.map(({ value, label: name, count = 0, counted }) => (
        <Tabs.Trigger
          key={value}
          value={value}
          aria-label={name}
          {...(count > 0 && {
            'aria-describedby': `${id}${value}`,
            // Drawn by the style: what stands in a tab as text would have to be in its name (WCAG 2.5.3).
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
