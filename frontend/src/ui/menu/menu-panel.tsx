import {
  Code,
  CodeXml,
  Copy,
  Download,
  Eye,
  FileCode2,
  FolderArchive,
  GitFork,
  Globe,
  History,
  LayoutTemplate,
  Link2,
  Lock,
  LogOut,
  NotebookText,
  PencilLine,
  ShieldCheck,
  Trash2,
  UserRound,
} from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useRef } from 'react';

interface MenuPanelProps {
  label: string;
  items: MenuItem[];
  onClose: () => void;
  returnFocus: () => void;
}

/** The open menu, below the button whose box its trigger covers. */
export default function MenuPanel({ label, items, onClose, returnFocus }: MenuPanelProps) {
  /** Runs after the menu has closed, so that a dialog it opens returns the focus to the button. */
  const chosen = useRef<MenuItem['run']>(null);
  /** Until a menu that a key has opened has focused its first item: Radix does so only if it has seen the key. */
  const isByKey = useRef(document.activeElement?.matches(':focus-visible'));
  return (
    <DropdownMenu.Root open onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden tabIndex={-1} className="pointer-events-none absolute inset-0" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          onFocus={({ target, currentTarget }) => {
            if (target !== currentTarget || !isByKey.current) return;
            isByKey.current = false;
            currentTarget.querySelector<HTMLElement>('[role=menuitem]:not([data-disabled])')?.focus();
          }}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          hideWhenDetached
          aria-labelledby={undefined}
          aria-label={label}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // A dialog that was opened since then has it already.
            if (document.activeElement === document.body) returnFocus();
            void chosen.current?.();
          }}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 animate-enter overflow-y-auto rounded-lg bg-raised p-1 shadow-float outline-none"
        >
          {items.map(({ label: name, icon, disabled = false, run }) => {
            const Icon = menuIcons[icon];
            return (
              <DropdownMenu.Item
                key={name}
                disabled={disabled}
                onSelect={() => {
                  chosen.current = run;
                }}
                className="flex min-h-hit select-none items-center gap-2.5 rounded-md px-2.5 outline-none data-disabled:text-faint data-highlighted:bg-hover"
              >
                <Icon size={15} aria-hidden className="text-faint" />
                {name}
              </DropdownMenu.Item>
            );
          })}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** An item of a menu. */
export interface MenuItem {
  label: string;
  icon: MenuIcon;
  disabled?: boolean;
  run: () => void | Promise<void>;
}

/** The icons of menu items; loaded with the first menu that opens. */
const menuIcons = {
  admin: ShieldCheck,
  archive: FolderArchive,
  delete: Trash2,
  details: NotebookText,
  download: Download,
  duplicate: Copy,
  embed: Code,
  embedCode: CodeXml,
  file: FileCode2,
  forks: GitFork,
  history: History,
  link: Link2,
  logout: LogOut,
  preview: Eye,
  private: Lock,
  profile: UserRound,
  public: Globe,
  rename: PencilLine,
  templates: LayoutTemplate,
};
export type MenuIcon = keyof typeof menuIcons;
