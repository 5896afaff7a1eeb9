import { FilePlus2, Folders, GitFork, type LucideIcon, Save, Search, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/ui/button.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import type { Badge, ProjectState, SaveLabel } from '../model/project-state.ts';
import type { ProjectCommands } from './project-commands.ts';
import { StatusBadge } from './status-badge.tsx';
import { TitleInput } from './title-input.tsx';
import { VisibilityMenu } from './visibility-menu.tsx';

interface HeaderProps {
  state: ProjectState;
  badge: Badge;
  saveLabel: SaveLabel;
  commands: ProjectCommands;
  onTitle: (title: string) => void;
  onProjects: () => void;
  onBrowse: () => void;
  userMenu: ReactNode;
}

/** The bar above the editor (SPEC 2 Header): what is open, how it stands, and what can be done with it. */
export function Header(props: HeaderProps) {
  const { state, badge, saveLabel, commands, onTitle, onProjects, onBrowse, userMenu } = props;
  const { project } = state;
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-1 border-b bg-panel px-2 md:h-header md:flex-nowrap md:px-3">
      <div className="flex h-header min-w-0 basis-full items-center gap-2 md:mr-auto md:basis-auto">
        <Mark />
        <TitleInput title={project.title} onCommit={onTitle} />
        <StatusBadge badge={badge} />
        {project.id !== null && project.isPublic && (
          <span className="hidden whitespace-nowrap text-faint text-sm tabular-nums lg:inline">
            {countOf(project.likes, 'like')} · {countOf(project.views, 'view')}
          </span>
        )}
      </div>
      <div className="flex h-header basis-full items-center justify-between gap-1 max-md:-mt-1 md:basis-auto">
        <ToolbarButton label="New" icon={FilePlus2} onClick={commands.createNew} />
        <Button
          look={saveLabel === 'Save' || saveLabel === 'Save Copy' ? 'primary' : 'plain'}
          busy={saveLabel === 'Saving...'}
          onClick={commands.save}
        >
          {saveLabel !== 'Saving...' && <Save size={15} aria-hidden className="max-sm:hidden" />}
          {saveLabel}
        </Button>
        <VisibilityMenu project={project} commands={commands} />
        <Divider />
        <ToolbarButton label="Projects" icon={Folders} onClick={onProjects} hasDialog />
        <IconButton label="Browse Public Projects" icon={Search} onClick={onBrowse} aria-haspopup="dialog" />
        <ToolbarButton label="Share" icon={Share2} onClick={commands.share} />
        <ToolbarButton label="Fork" icon={GitFork} onClick={commands.fork} />
        <Divider />
        {userMenu}
      </div>
    </header>
  );
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

interface ToolbarButtonProps {
  label: string;
  icon: LucideIcon;
  onClick: () => void;
  hasDialog?: boolean;
}

/** An icon with its label, which goes out of sight where the header is narrow. */
function ToolbarButton({ label, icon: Icon, onClick, hasDialog = false }: ToolbarButtonProps) {
  return (
    <Button
      look="quiet"
      title={label}
      aria-haspopup={hasDialog ? 'dialog' : undefined}
      onClick={onClick}
      className="max-xl:w-hit max-xl:px-0"
    >
      <Icon size={16} aria-hidden />
      <span className="max-xl:sr-only">{label}</span>
    </Button>
  );
}

function Divider() {
  return <span aria-hidden className="mx-1 hidden h-5 border-l md:block" />;
}

/** The studio's sign: the three panes in their colours. */
function Mark() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden className="ml-1 shrink-0">
      <rect x="1" y="2" width="11" height="4" rx="1.5" className="fill-html" />
      <rect x="1" y="8" width="18" height="4" rx="1.5" className="fill-css" />
      <rect x="1" y="14" width="14" height="4" rx="1.5" className="fill-js" />
    </svg>
  );
}
