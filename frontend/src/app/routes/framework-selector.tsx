import type { ExternalResource } from '@studio/contract/external-resources';
import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { Template } from '@studio/contract/http/templates';
import type { PackageVersions } from '@studio/contract/packages/package-versions';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import FrameworkDialog from '@/features/frameworks/components/framework-dialog.tsx';
import { TemplateQuestion } from '@/features/frameworks/components/template-gallery.tsx';
import { withFound } from '@/features/frameworks/model/found-packages.ts';
import { withAddition, withoutAddition } from '@/features/frameworks/model/package-addition.ts';
import {
  type PackageImport,
  withChanges,
  withoutPackage,
} from '@/features/frameworks/model/project-packages.ts';
import * as texts from '@/features/frameworks/texts.ts';
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
import type { PageServices } from '../page-services.ts';
import { PackageUpdate } from './package-update.tsx';

interface FrameworkSelectorProps {
  services: PageServices;
  commands: ProjectCommands;
  /** Versions that the project runs with besides its own; the first change here adds them to the project. */
  packagesFound: PackageVersions | null;
  onPackagesTaken: () => void;
  /** Opens at the starter templates. */
  atTemplates: boolean;
  onClose: () => void;
  /** A template was opened; the element that had the focus before is gone. */
  onTaken: () => void;
}

/** The choice to be confirmed, with the opening of the project in which it was made. */
interface Chosen {
  opening: number;
  template: Template;
  content: ContentOnScreen;
}

interface Update {
  opening: number;
  /** The name of the package. */
  name: string;
  /** The project's versions without and with the update. */
  before: PackageVersions;
  after: PackageVersions;
}

/** The framework selector of the open project. It asks before a template replaces the user's code. */
export default function FrameworkSelector({
  services,
  commands,
  packagesFound,
  onPackagesTaken,
  atTemplates,
  onClose,
  onTaken,
}: FrameworkSelectorProps) {
  const { project: store } = services;
  const ownConfig = useStore(store, (state) => state.project.frameworkConfig);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const opening = useStore(store, (state) => state.opening);
  const [update, setUpdate] = useState<Update | null>(null);
  const config = withFound(ownConfig, packagesFound);
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
    if (content !== 'untouched') return ask({ opening, template, content });
    // The welcome project belongs to another user, so a template is opened as a new project.
    if (state.lifecycle.kind === 'shared') return openAsNew(template);
    void replace({ opening, template, content });
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
    const replaced = store.getState().opening;
    const undo = () => {
      if (store.getState().opening === replaced) store.actions.replaceSource(former);
    };
    toast({ title: texts.templateInserted(template.name), action: { label: texts.undo, run: undo } });
  }

  function change(frameworkConfig: FrameworkConfig) {
    store.actions.setFramework(frameworkConfig);
    onPackagesTaken();
  }

  /** Adds a package and its import as one edit. Another project may have been opened during the search. */
  function addPackage(imported: PackageImport, packages: PackageVersions, instead?: ExternalResource) {
    if (store.getState().opening !== opening) return;
    const { typed, project } = store.getState();
    const before = { ...typed, frameworkConfig: project.frameworkConfig };
    const addition = { imported, packages, instead };
    store.actions.replaceSource(withAddition(before, addition));
    if (!instead) return;
    // The editor's own undo would remove only the import.
    const undo = () => {
      const { opening: current, typed: now, project: changed } = store.getState();
      if (current !== opening) return;
      const source = { ...now, frameworkConfig: changed.frameworkConfig };
      store.actions.replaceSource(withoutAddition(source, before, addition));
    };
    toast({ title: texts.replacedByPackage(instead.url), action: { label: texts.undo, run: undo } });
  }

  /** The current versions: others may have been removed while this one was checked. */
  const present = useRef(config);
  useEffect(() => {
    present.current = config;
  });
  function removePackage(name: string) {
    if (store.getState().opening !== opening) return;
    const packages = withoutPackage(present.current.packages ?? {}, name);
    change({ ...present.current, packages });
  }

  const updated = ({ before, after }: Update) => ({
    ...config,
    packages: withChanges(config.packages ?? {}, before, after),
  });

  return (
    <>
      <FrameworkDialog
        call={services.call}
        config={config}
        hasPackages={services.config.packages}
        atTemplates={atTemplates}
        onChange={change}
        sources={() => store.getState().typed}
        onPackage={addPackage}
        onRemove={removePackage}
        onUpdate={(name, after) => setUpdate({ opening, name, before: config.packages ?? {}, after })}
        onTemplate={choose}
        onClose={onClose}
        onClosed={() => taken.current && onTaken()}
      />
      {update?.opening === opening && (
        <PackageUpdate
          services={services}
          name={update.name}
          before={{ ...store.getState().typed, frameworkConfig: config }}
          after={{ ...store.getState().typed, frameworkConfig: updated(update) }}
          onUpdate={() => {
            change(updated(update));
            setUpdate(null);
          }}
          onClose={() => setUpdate(null)}
        />
      )}
      {chosen?.opening === opening && (
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
