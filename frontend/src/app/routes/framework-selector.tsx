import type { Template } from '@studio/contract/http/templates';
import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import FrameworkDialog from '@/features/frameworks/components/framework-dialog.tsx';
import { TemplateQuestion } from '@/features/frameworks/components/template-gallery.tsx';
import type { ProjectCommands } from '@/features/projects/components/project-commands.ts';
import {
  type ContentOnScreen,
  contentOnScreen,
  replaceWithTemplate,
  startFromTemplate,
} from '@/features/projects/model/apply-template.ts';
import { showOutcomeToast } from '@/features/projects/toast-texts.ts';
import { settingsStore } from '@/features/settings/model/settings.ts';
import { showProgress } from '@/ui/progress-indicators.tsx';
import { toast } from '@/ui/toast/toast.ts';
import * as texts from '../../features/frameworks/texts.ts';
import type { Studio } from '../page-services.ts';

interface FrameworkSelectorProps {
  studio: Studio;
  commands: ProjectCommands;
  /** Opens at the starter templates. */
  atTemplates: boolean;
  onClose: () => void;
  /** The editors have a template: the focus is gone with what opened this. */
  onTaken: () => void;
}

interface Chosen {
  template: Template;
  content: ContentOnScreen;
}

/** The framework selector on the project that is open. A template that would take the place of somebody's code asks first. */
export default function FrameworkSelector({
  studio,
  commands,
  atTemplates,
  onClose,
  onTaken,
}: FrameworkSelectorProps) {
  const { project: store } = studio;
  const config = useStore(store, (state) => state.project.frameworkConfig);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [replacing, setReplacing] = useState(false);
  const asked = useRef<Chosen | null>(null);
  const taken = useRef(false);

  function ask(choice: Chosen | null) {
    asked.current = choice;
    setChosen(choice);
    setReplacing(false);
  }

  function choose(template: Template) {
    const state = store.getState();
    const content = contentOnScreen(state);
    if (content !== 'untouched') return ask({ template, content });
    // The welcome project is somebody else's: what is made of it is a project of one's own.
    if (state.lifecycle.kind === 'shared') return openAsNew(template);
    void replace({ template, content });
  }

  function openAsNew(template: Template) {
    const saving = startFromTemplate(store, template);
    commands.showAddress();
    taken.current = true;
    onClose();
    toast({ title: texts.newProjectCreated, description: texts.fromTemplate(template.name) });
    void saving.then((outcome) => outcome.ok || showOutcomeToast(outcome));
  }

  async function replace({ template }: Chosen) {
    const choice = asked.current;
    const { typed, project } = store.getState();
    const former = { ...typed, frameworkConfig: project.frameworkConfig };
    setReplacing(true);
    const outcome = await showProgress(
      replaceWithTemplate(store, template, {
        isWanted: () => asked.current === choice,
        autoSave: settingsStore.getState().settings.autoSave,
      }),
    );
    if (asked.current !== choice) return;
    ask(null);
    if (!showOutcomeToast(outcome)) return;
    taken.current = true;
    onClose();
    const { opening } = store.getState();
    const undo = () => {
      if (store.getState().opening === opening) store.actions.replaceSource(former);
    };
    toast({ title: texts.templateInserted(template.name), action: { label: texts.undo, run: undo } });
  }

  return (
    <>
      <FrameworkDialog
        call={studio.call}
        config={config}
        atTemplates={atTemplates}
        onChange={store.actions.setFramework}
        onTemplate={choose}
        onClose={onClose}
        onClosed={() => taken.current && onTaken()}
      />
      {chosen && (
        <TemplateQuestion
          name={chosen.template.name}
          keepsPresent={chosen.content === 'own'}
          replacing={replacing}
          onOpenAsNew={() => openAsNew(chosen.template)}
          onReplace={() => replace(chosen)}
          onCancel={() => ask(null)}
        />
      )}
    </>
  );
}
