import { ChevronDown, Globe, Lock } from 'lucide-react';
import { Menu } from '@/ui/menu/menu.tsx';
import type { WorkingProject } from '../../model/working-project.ts';
import * as texts from '../../texts.ts';
import type { ProjectCommands } from '../project-commands.ts';

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
      label={isPublic ? texts.isPublic : texts.isPrivate}
      items={[
        isPublic
          ? { label: texts.makePrivate, icon: 'private', run: () => commands.setVisibility(false) }
          : { label: texts.makePublic, icon: 'public', run: () => commands.setVisibility(true) },
        isEmbeddable
          ? { label: texts.disableEmbedding, icon: 'embed', run: () => commands.setEmbedding(false) }
          : { label: texts.enableEmbedding, icon: 'embed', run: () => commands.setEmbedding(true) },
        { label: texts.embedCode, icon: 'embedCode', run: commands.showEmbedCode },
      ]}
      className="max-lg:px-2 max-sm:w-hit max-sm:px-0"
    >
      <Icon size={15} aria-hidden />
      <span className="max-lg:hidden">{isPublic ? texts.isPublic : texts.isPrivate}</span>
      <ChevronDown size={13} aria-hidden className="text-faint max-sm:hidden" />
    </Menu>
  );
}
