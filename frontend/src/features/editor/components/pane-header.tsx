import { AlignLeft, Maximize2, Minimize2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '@/ui/button.tsx';
import { classes } from '@/ui/classes.ts';
import * as texts from '../editor-texts.ts';
import type { Pane, SourceFile } from '../model/panes.ts';

interface PaneHeaderProps {
  pane: Pane;
  file: SourceFile;
  /** `3 lines` */
  lines: string;
  /** Whether the compilers find an error in the text. */
  wrong: boolean;
  maximized: boolean;
  onMaximize: (maximized: boolean) => void;
  onFormat: () => void;
  /** More tools, where they stand here. */
  tools: ReactNode;
}

const marks = { html: 'bg-html', css: 'bg-css', js: 'bg-js' } as const;

/** Label, line count, search hint, maximize (specification: Editors). */
export function PaneHeader({
  pane,
  file,
  lines,
  wrong,
  maximized,
  onMaximize,
  onFormat,
  tools,
}: PaneHeaderProps) {
  return (
    <header className="@container flex h-hit shrink-0 items-center gap-2 border-b bg-panel pr-0.5 pl-3 text-sm">
      <span aria-hidden className={classes('size-2 rounded-xs', marks[pane.language])} />
      <h2 className="font-medium">{pane.label}</h2>
      {file.tag && <span className="rounded-sm bg-chosen px-1 text-muted text-xs">{file.tag}</span>}
      <span className="whitespace-nowrap text-faint tabular-nums">{lines}</span>
      {wrong && (
        <span
          role="img"
          aria-label={texts.hasError}
          title={texts.hasError}
          className="size-2 rounded-full bg-danger"
        />
      )}
      <span className="ml-auto hidden text-faint text-xs any-pointer-fine:@xs:inline">
        {texts.searchHint}
      </span>
      {tools && <div className="ml-auto min-w-0">{tools}</div>}
      <IconButton
        label={texts.formatPane(pane.name)}
        icon={AlignLeft}
        onClick={onFormat}
        className="-mr-2 ml-auto @xs:ml-0"
      />
      <IconButton
        label={texts.maximizePane(pane.name, maximized)}
        icon={maximized ? Minimize2 : Maximize2}
        onClick={() => onMaximize(!maximized)}
      />
    </header>
  );
}
