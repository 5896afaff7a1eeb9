import type { Template } from '@studio/contract/http/templates';
import { useStore } from 'zustand';
import FrameworkDialog from '@/features/frameworks/components/framework-dialog.tsx';
import { hasFinePointer } from '@/lib/pointer.ts';
import { confirm } from '@/ui/confirm.ts';
import { toast } from '@/ui/toast.ts';
import type { Studio } from '../studio.ts';

interface FrameworkSelectorProps {
  studio: Studio;
  /** Opens at the starter templates. */
  atTemplates: boolean;
  onClose: () => void;
}

/** The framework selector on the project that is open. */
export default function FrameworkSelector({ studio, atTemplates, onClose }: FrameworkSelectorProps) {
  const { project: store } = studio;
  const config = useStore(store, (state) => state.project.frameworkConfig);

  async function use(template: Template) {
    if (!(await mayReplace(studio))) return;
    const { typed, project, opening } = store.getState();
    const former = { ...typed, frameworkConfig: project.frameworkConfig };
    store.actions.replaceSource(template);
    onClose();
    const undo = () => {
      if (store.getState().opening === opening) store.actions.replaceSource(former);
    };
    toast({ title: `Template ${template.name} inserted`, action: { label: 'Undo', run: undo } });
  }

  return (
    <FrameworkDialog
      call={studio.call}
      config={config}
      atTemplates={atTemplates}
      onChange={store.actions.setFramework}
      onTemplate={use}
      onClose={onClose}
    />
  );
}

/** Asks where unsaved text would be lost: where only fingers point the plain editor may serve, which cannot undo what a template replaces. */
async function mayReplace({ project }: Studio): Promise<boolean> {
  const { dirty, typed } = project.getState();
  const isBlank = `${typed.html}${typed.css}${typed.js}`.trim() === '';
  if (!dirty || isBlank || hasFinePointer()) return true;
  return confirm({
    title: 'Unsaved changes',
    text: 'You have unsaved changes. Are you sure you want to use this template?',
    action: 'Use template',
  });
}
