import {
  ChevronDown,
  FilePlus2,
  Folders,
  GitFork,
  Globe,
  Lock,
  type LucideIcon,
  Save,
  Search,
  Share2,
} from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';
import { useStore } from 'zustand';
import type { Call } from '@/lib/http-client.ts';
import type { SocketClient } from '@/lib/socket-client.ts';
import { BrandMark } from '@/ui/brand-mark.tsx';
import { Button, type ButtonProps, IconButton } from '@/ui/button.tsx';
import { classes } from '@/ui/classes.ts';
import { ChunkBoundary, lazyPart } from '@/ui/lazy-part.tsx';
import { Menu } from '@/ui/menu/menu.tsx';
import { useMedia } from '@/ui/use-media.ts';
import type { Badge } from '../../model/project-state.ts';
import type { ProjectStore } from '../../model/project-store.ts';
import { badge, saveLabel } from '../../model/save-status.ts';
import { isOwnSaved, type WorkingProject } from '../../model/working-project.ts';
import * as texts from '../../texts.ts';
import type { ProjectCommands } from '../project-commands.ts';
import { TitleInput } from './title-input.tsx';

const ProjectFacts = lazyPart(() => import('./project-facts.tsx'));

interface HeaderProps {
  services: { call: Call; socket: SocketClient };
  store: ProjectStore;
  commands: ProjectCommands;
  /** No project is open yet: the title takes no text, which would be lost. */
  isAwaited: boolean;
  /** Opens a dialog. */
  onOpen: (dialog: 'projects' | 'browse' | 'details' | 'revisions' | 'templates' | 'forks') => void;
  titleInput: Ref<HTMLInputElement>;
  exportMenu: ReactNode;
  /** For admins. */
  moderation: ReactNode;
  userMenu: ReactNode;
}

/** The bar above the editor (specification: Header): title, state and commands of the open project. */
export function Header(props: HeaderProps) {
  const { services, store, commands, isAwaited, onOpen } = props;
  const { titleInput, exportMenu, moderation, userMenu } = props;
  const project = useStore(store, (state) => state.project);
  const opening = useStore(store, (state) => state.opening);
  const status = useStore(store, badge);
  const label = useStore(store, saveLabel);
  const isStored = useStore(store, isOwnSaved);
  const isShared = useStore(store, ({ lifecycle }) => lifecycle.kind === 'shared') && project.isPublic;
  // From this width on, everything fits beside the title.
  const isWide = useMedia('(width >= 100rem)');
  const hasFactsBelow = isShared || (isStored && !isWide);
  // Reserves the row below for facts that will be loaded, so that the editors do not move.
  const hasRoomBelow = hasFactsBelow && (project.isPublic || project.forkCount > 0);
  const facts = (
    <ChunkBoundary key={opening} onFailure={() => undefined}>
      <ProjectFacts
        services={services}
        project={project}
        onLike={isShared ? commands.toggleLike : null}
        onForks={() => onOpen('forks')}
      />
    </ChunkBoundary>
  );
  return (
    <header
      className={classes(
        'editor-header flex shrink-0 flex-wrap items-center justify-between gap-1 border-b bg-panel px-2 py-1 max-sm:gap-x-0 max-sm:px-1 one-row:pr-3',
        hasRoomBelow
          ? 'one-row:header-with-facts'
          : hasFactsBelow
            ? 'one-row:header-above-facts'
            : 'one-row:h-header one-row:flex-nowrap one-row:py-0',
      )}
    >
      <div inert={isAwaited} className="flex min-w-0 flex-1 items-center gap-2">
        <BrandMark className="ml-1" />
        <TitleInput
          key={opening}
          title={project.title}
          onCommit={store.actions.takeTitle}
          onTyping={store.actions.typeTitle}
          ref={titleInput}
        />
        <Menu
          label={texts.projectMenu}
          items={[
            { label: texts.rename, icon: 'rename', run: commands.rename },
            { label: texts.details, icon: 'details', run: () => onOpen('details') },
            { label: texts.templates, icon: 'templates', run: () => onOpen('templates') },
            ...(isStored
              ? [
                  { label: texts.history, icon: 'history' as const, run: () => onOpen('revisions') },
                  { label: texts.forks, icon: 'forks' as const, run: () => onOpen('forks') },
                  { label: texts.duplicate, icon: 'duplicate' as const, run: commands.duplicate },
                  { label: texts.deleteProject, icon: 'delete' as const, run: commands.remove },
                ]
              : []),
          ]}
          className="w-hit px-0!"
        >
          <ChevronDown size={15} aria-hidden />
        </Menu>
        <StatusBadge badge={status} />
        {isStored && isWide && <span className="flex min-w-0 items-center gap-1 text-sm">{facts}</span>}
      </div>
      {/* In a narrow header, Save stays beside the title and everything else is in a second row. */}
      <div className="order-2 basis-full one-row:hidden" />
      <div className="flex items-center gap-1 two-rows:contents two-rows:*:order-3">
        <ToolbarButton label={texts.create} icon={FilePlus2} onClick={commands.createNew} />
        <Button
          look={label === 'Save' || label === 'Save Copy' ? 'primary' : 'plain'}
          busy={label === 'Saving...'}
          onClick={commands.save}
          className="min-w-20 two-rows:order-1! max-sm:ml-2 one-row:min-w-28"
        >
          {label !== 'Saving...' && <Save size={15} aria-hidden className="max-sm:hidden" />}
          {label}
        </Button>
        <VisibilityMenu project={project} commands={commands} />
        <Divider />
        <ToolbarButton
          label={texts.projects}
          icon={Folders}
          onClick={() => onOpen('projects')}
          aria-haspopup="dialog"
        />
        <IconButton
          label={texts.browse}
          icon={Search}
          onClick={() => onOpen('browse')}
          aria-haspopup="dialog"
        />
        <ToolbarButton label={texts.share} icon={Share2} onClick={commands.share} />
        <ForkButton commands={commands} />
        {exportMenu}
        <Divider />
        {moderation}
        {userMenu}
      </div>
      {hasFactsBelow && (
        <div
          className={classes(
            'order-4 flex min-w-0 basis-full items-center gap-3 overflow-x-auto px-2 text-sm empty:hidden',
            hasRoomBelow && 'min-h-hit',
          )}
        >
          {facts}
        </div>
      )}
    </header>
  );
}

interface ToolbarButtonProps extends ButtonProps {
  label: string;
  icon: LucideIcon;
}

/** An icon with its label, which is hidden in a narrow header. */
function ToolbarButton({ label, icon: Icon, busy = false, ...rest }: ToolbarButtonProps) {
  return (
    <Button look="quiet" title={label} busy={busy} {...rest} className="max-xl:w-hit max-xl:px-0">
      {!busy && <Icon size={16} aria-hidden />}
      <span className="max-xl:sr-only">{label}</span>
    </Button>
  );
}

/** Busy until the fork is open. */
function ForkButton({ commands }: Pick<HeaderProps, 'commands'>) {
  const [busy, setBusy] = useState(false);
  const fork = async () => {
    setBusy(true);
    await commands.fork();
    setBusy(false);
  };
  return <ToolbarButton label={texts.fork} icon={GitFork} onClick={fork} busy={busy} />;
}

function Divider() {
  return <span aria-hidden className="mx-1 h-5 border-l two-rows:hidden" />;
}

const looks: Record<Badge, string> = {
  'Saving...': 'text-muted before:animate-pulse before:bg-accent',
  Shared: 'text-muted before:bg-css',
  Saved: 'text-muted before:bg-accent',
  Unsaved: 'text-warning before:bg-warning',
  'New Project': 'text-muted before:bg-field',
};

/**
 * The save state of the open project (specification: Badge). It changes three times for each automatic save, so it is
 * not announced to screen readers; toasts and notices announce requested saves and failures.
 */
function StatusBadge({ badge }: { badge: Badge }) {
  return (
    <output
      aria-live="off"
      className={classes(
        'flex items-center gap-1.5 text-sm before:size-1.5 before:shrink-0 before:rounded-full',
        looks[badge],
      )}
    >
      {badge}
    </output>
  );
}

interface VisibilityMenuProps {
  project: WorkingProject;
  commands: ProjectCommands;
}

/** A menu for visibility and embedding; the button shows the present state. */
function VisibilityMenu({ project, commands }: VisibilityMenuProps) {
  const { isPublic, isEmbeddable, liveLinks } = project;
  const isByLink = !isPublic && liveLinks;
  const Icon = isPublic ? Globe : isByLink ? Share2 : Lock;
  const state = isPublic ? texts.isPublic : isByLink ? texts.byLink : texts.isPrivate;
  const makePublic = {
    label: texts.makePublic,
    icon: 'public' as const,
    run: () => commands.setVisibility(true),
  };
  return (
    <Menu
      label={state}
      items={[
        isPublic || isByLink
          ? { label: texts.makePrivate, icon: 'private', run: () => commands.setVisibility(false) }
          : makePublic,
        { label: texts.byLink, icon: 'link', run: commands.showLinks },
        ...(isByLink ? [makePublic] : []),
        isEmbeddable
          ? { label: texts.disableEmbedding, icon: 'embed', run: () => commands.setEmbedding(false) }
          : { label: texts.enableEmbedding, icon: 'embed', run: () => commands.setEmbedding(true) },
        { label: texts.embedCode, icon: 'embedCode', run: commands.showEmbedCode },
      ]}
      className="max-lg:px-2 max-sm:w-hit max-sm:px-0 lg:min-w-27"
    >
      <Icon size={15} aria-hidden />
      <span className="max-lg:hidden">{state}</span>
      <ChevronDown size={13} aria-hidden className="text-faint max-sm:hidden" />
    </Menu>
  );
}
