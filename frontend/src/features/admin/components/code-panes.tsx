import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';
import * as texts from '../texts.ts';
import { PanelTabs } from './panel-tabs.tsx';

interface CodePanesProps {
  code: { html: string; css: string; js: string };
  /** One more tab, and what it shows. */
  more?: { label: string; content: ReactNode };
}

const panes = [
  { value: 'html', label: 'HTML' },
  { value: 'css', label: 'CSS' },
  { value: 'js', label: 'JavaScript' },
] as const;

/** The three sources to be read: as text, so that nothing in them runs. */
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
