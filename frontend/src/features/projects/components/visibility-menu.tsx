import { ChevronDown, Globe, Lock } from 'lucide-react';
import { Menu } from '@/ui/menu.tsx';
import type { WorkingProject } from '../model/project-state.ts';
import type { ProjectCommands } from './project-commands.ts';

interface VisibilityMenuProps {
  project: WorkingProject;
  commands: ProjectCommands;
}

/** Who may see the project and who may embed it; the button says which of both it is now. */
export function VisibilityMenu({ project, commands }: VisibilityMenuProps) {
  const { isPublic, isEmbeddable } = project;
  const Icon = isPublic ? Globe : Lock;
  return (
    <Menu
      label={isPublic ? 'Public' : 'Private'}
      items={[
        isPublic
          ? { label: 'Make private', icon: 'private', run: () => commands.setVisibility(false) }
          : { label: 'Make public', icon: 'public', run: () => commands.setVisibility(true) },
        isEmbeddable
          ? { label: 'Disable embedding', icon: 'embed', run: () => commands.setEmbedding(false) }
          : { label: 'Enable embedding', icon: 'embed', run: () => commands.setEmbedding(true) },
        { label: 'Embed Code', icon: 'embedCode', run: commands.showEmbedCode },
      ]}
      className="max-lg:px-2 max-sm:w-hit max-sm:px-0"
    >
      <Icon size={15} aria-hidden />
      <span className="max-lg:hidden">{isPublic ? 'Public' : 'Private'}</span>
      <ChevronDown size={13} aria-hidden className="text-faint max-sm:hidden" />
    </Menu>
  );
}
