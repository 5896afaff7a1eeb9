import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { CircleHelp, Code, Command, Image, Settings2 } from 'lucide-react';
import * as texts from '../editor-texts.ts';

interface FooterBarProps {
  assetsOpen: boolean;
  onAssets: () => void;
  settingsOpen: boolean;
  onSettings: () => void;
  framework: FrameworkConfig['framework'];
  /** Opens the framework selector. */
  onFramework: () => void;
  /** Opens the command palette. */
  onCommands: () => void;
  /** Where Help writes to. */
  supportEmail: string;
  /** One quiet line about the editors, or nothing. */
  note: string | null;
  noteId: string;
}

const item =
  'inline-flex h-hit items-center gap-1.5 rounded-md px-2 text-muted max-[359px]:px-1 text-sm transition-colors hover:bg-hover hover:text-ink aria-expanded:text-ink';

const frameworkLabels = { vanilla: 'HTML/CSS/JS', react: 'React', vue: 'Vue.js' } as const;

/** The bar below the editors (specification: Footer bar). */
export function FooterBar(props: FooterBarProps) {
  const {
    assetsOpen,
    onAssets,
    settingsOpen,
    onSettings,
    framework,
    onFramework,
    onCommands,
    supportEmail,
    note,
    noteId,
  } = props;
  return (
    <footer className="flex h-bar shrink-0 items-center border-t bg-panel px-2 max-[359px]:px-1 sm:gap-1">
      <button type="button" aria-expanded={assetsOpen} onClick={onAssets} className={item}>
        <Image size={14} aria-hidden className="max-sm:hidden" />
        Assets
      </button>
      <button type="button" aria-expanded={settingsOpen} onClick={onSettings} className={item}>
        <Settings2 size={14} aria-hidden className="max-sm:hidden" />
        Settings
      </button>
      <button type="button" aria-haspopup="dialog" onClick={onFramework} className={item}>
        <Code size={14} aria-hidden className="max-sm:hidden" />
        {frameworkLabels[framework]}
      </button>
      <p
        id={noteId}
        aria-live="polite"
        className="footer-note ml-auto min-w-0 flex-1 truncate px-2 text-center text-faint text-xs max-sm:sr-only"
      >
        {note}
      </p>
      <button
        type="button"
        aria-label={texts.commands}
        aria-haspopup="dialog"
        title={texts.commands}
        onClick={onCommands}
        className={`${item} ml-auto min-w-hit shrink-0 justify-center`}
      >
        <Command size={14} aria-hidden />
        <span className="max-md:hidden">{texts.commands}</span>
      </button>
      <a href={`mailto:${supportEmail}`} className={item}>
        <CircleHelp size={14} aria-hidden />
        {texts.help}
      </a>
    </footer>
  );
}
