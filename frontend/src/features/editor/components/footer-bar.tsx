import { CircleHelp, Settings } from 'lucide-react';

interface FooterBarProps {
  settingsOpen: boolean;
  onSettings: () => void;
  /** Where Help writes to. */
  supportEmail: string;
  /** One quiet line about the editors, or nothing. */
  note: string | null;
  noteId: string;
}

const item =
  'inline-flex h-hit items-center gap-1.5 rounded-md px-2 text-muted text-sm transition-colors hover:bg-hover hover:text-ink aria-expanded:text-ink';

/** SPEC 2 Footer bar. */
export function FooterBar({ settingsOpen, onSettings, supportEmail, note, noteId }: FooterBarProps) {
  return (
    <footer className="flex h-bar shrink-0 items-center gap-1 border-t bg-panel px-2">
      <button type="button" aria-expanded={settingsOpen} onClick={onSettings} className={item}>
        <Settings size={14} aria-hidden />
        Settings
      </button>
      <p
        id={noteId}
        aria-live="polite"
        className="min-w-0 flex-1 truncate px-2 text-center text-faint text-xs"
      >
        {note}
      </p>
      <a href={`mailto:${supportEmail}`} className={item}>
        <CircleHelp size={14} aria-hidden />
        Help
      </a>
    </footer>
  );
}
