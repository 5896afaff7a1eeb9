import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { CircleHelp, Code, Command, Image, PanelBottom, Play, Settings2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { countOf } from '@/lib/count-of.ts';
import { Button, IconButton } from '@/ui/button.tsx';
import { panes } from '../model/panes.ts';
import { isShown, type Layout, pressLanguage } from '../model/workspace-layout.ts';
import * as texts from '../texts.ts';

interface TopBarProps {
  layout: Layout;
  onLayout: (layout: Layout) => void;
  /** One editor is shown instead of the stack. */
  small: boolean;
  /** A bottom panel replaces editors and preview. */
  covered: boolean;
  consoleOpen: boolean;
  onConsole: () => void;
  /** The number of unseen errors. */
  unreadErrors: number;
  onRun: () => void;
  /** A Stop button beside Run while code hangs. */
  stop: ReactNode;
}

/** The bar above the editors (specification: Top bar). */
export function TopBar(props: TopBarProps) {
  const { layout, onLayout, small, covered, consoleOpen, onConsole, unreadErrors, onRun, stop } = props;
  const errors = useId();

  return (
    <div className="flex h-bar shrink-0 items-center gap-2 border-b bg-panel px-2">
      <div
        role="group"
        aria-label={texts.panels}
        className="scroll-row -m-1 flex min-w-0 items-center gap-1 p-1"
      >
        {panes.map(({ language, label }) => (
          <ToggleButton
            key={language}
            label={label}
            pressed={!covered && isShown(layout, language, small)}
            onPress={() => onLayout(pressLanguage(layout, language, small))}
          />
        ))}
        <span aria-hidden className="mx-0.5 h-4 w-px shrink-0 bg-line" />
        <ToggleButton label={texts.console} pressed={consoleOpen} onPress={onConsole} describedBy={errors}>
          {/* Its space is reserved, so that no button moves under the pointer when errors occur. */}
          <span aria-hidden className={`error-count ${unreadErrors > 0 ? '' : 'invisible'}`}>
            {unreadErrors > 99 ? '99+' : unreadErrors}
          </span>
        </ToggleButton>
        <span id={errors} className="hidden">
          {unreadErrors > 0 && countOf(unreadErrors, texts.newError)}
        </span>
        <ToggleButton
          label={texts.preview}
          pressed={!covered && layout.preview}
          onPress={() => onLayout({ ...layout, preview: covered || !layout.preview })}
        />
        {!small && layout.preview && (
          <IconButton
            label={texts.previewBelow}
            icon={PanelBottom}
            aria-pressed={layout.place === 'below'}
            onClick={() => onLayout({ ...layout, place: layout.place === 'below' ? 'right' : 'below' })}
          />
        )}
      </div>
      <div className="ml-auto flex items-center gap-1.5">
        {stop}
        <Button onClick={onRun} className="min-w-hit max-sm:px-0">
          <Play size={13} aria-hidden fill="currentColor" className="text-accent" />
          <span className="max-sm:sr-only">{texts.run}</span>
        </Button>
      </div>
    </div>
  );
}

interface ToggleButtonProps {
  /** The accessible name. */
  label: string;
  pressed: boolean;
  onPress: () => void;
  describedBy?: string;
  /** A count beside the label. */
  children?: ReactNode;
}

/** A toggle button in a bar: it shows or hides the panel that it names. */
function ToggleButton(props: ToggleButtonProps) {
  const { label, pressed, onPress, describedBy, children } = props;
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-describedby={describedBy}
      onClick={onPress}
      className="bar-toggle"
    >
      {label} {children}
    </button>
  );
}

interface FooterBarProps {
  assetsOpen: boolean;
  onAssets: () => void;
  settingsOpen: boolean;
  onSettings: () => void;
  framework: FrameworkConfig['framework'];
  /** Opens a dialog: the framework selector or the command palette. */
  onOpen: (dialog: 'framework' | 'commands') => void;
  /** The e-mail address of the Help link. */
  supportEmail: string;
  /** A note about the editors, or null. */
  note: string | null;
  noteId: string;
}

const item =
  'inline-flex h-hit items-center gap-1.5 rounded-md px-2 text-muted max-[359px]:px-1 text-sm transition-colors hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 aria-expanded:text-ink';

const frameworkLabels = { vanilla: 'HTML/CSS/JS', react: 'React', vue: 'Vue.js' } as const;

/** The bar below the editors (specification: Footer bar). */
export function FooterBar(props: FooterBarProps) {
  const { assetsOpen, onAssets, settingsOpen, onSettings, framework, onOpen, supportEmail, note, noteId } =
    props;
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
      <button type="button" aria-haspopup="dialog" onClick={() => onOpen('framework')} className={item}>
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
        onClick={() => onOpen('commands')}
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
