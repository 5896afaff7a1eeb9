import type { ExternalResource } from '@studio/contract/external-resources';
import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { Template } from '@studio/contract/http/templates';
import type { PackageVersions } from '@studio/contract/packages/package-versions';
import type { Sources } from '@studio/engine/source';
import type { Call } from '@/lib/http-client.ts';
import { Dialog } from '@/ui/dialogs/dialog.tsx';
import { Select } from '@/ui/fields/select.tsx';
import { Switch } from '@/ui/fields/switch.tsx';
import { useTemplates } from '../api/use-templates.ts';
import {
  buildTools,
  cssFrameworks,
  cssLanguages,
  htmlLanguages,
  partsOf,
  reactVersionChoices,
} from '../model/framework-choices.ts';
import type { PackageImport } from '../model/project-packages.ts';
import * as texts from '../texts.ts';
import { FrameworkCards } from './framework-cards.tsx';
import { PackageSection } from './package-section.tsx';
import { ExternalResources } from './resource-list.tsx';
import { TemplateGallery } from './template-gallery.tsx';

interface FrameworkDialogProps {
  call: Call;
  config: FrameworkConfig;
  /** Whether this studio has npm packages. */
  hasPackages: boolean;
  /** Opens scrolled to the starter templates. */
  atTemplates: boolean;
  /** Called at each choice; the code stays. */
  onChange: (config: FrameworkConfig) => void;
  /** The project's current code. */
  sources: () => Sources;
  /** A package or a part of it was added, perhaps instead of a resource; `packages`: the versions including it. */
  onPackage: (imported: PackageImport, packages: PackageVersions, instead?: ExternalResource) => void;
  /** A newer version of a package was chosen; `packages`: the versions including it. */
  onUpdate: (name: string, packages: PackageVersions) => void;
  /** A package was removed. */
  onRemove: (name: string) => void;
  /** Replaces the code by the template's. */
  onTemplate: (template: Template) => void;
  onClose: () => void;
  /** Called after the dialog has closed and the focus is back. */
  onClosed: () => void;
}

/** The dialog of the framework (specification: Framework configuration). */
export default function FrameworkDialog(props: FrameworkDialogProps) {
  const { call, config, onChange, onTemplate, onClose, onClosed } = props;
  const templates = useTemplates(call);
  const change = (part: Partial<FrameworkConfig>) => onChange({ ...config, ...part });

  return (
    <Dialog title={texts.frameworkConfiguration} width="wide" onClose={onClose} onClosed={onClosed}>
      <div className="relative min-h-0 flex-1 overflow-auto p-4">
        <FrameworkCards chosen={config.framework} onChoose={(framework) => change({ framework })} />
        <div className="mt-4 flex flex-wrap items-center gap-x-8 gap-y-3">
          {config.framework === 'react' && (
            <Select
              label={texts.reactVersion}
              value={`${config.frameworkVersion}`}
              options={reactVersionChoices}
              onChange={(chosen) => {
                const known = reactVersionChoices.find(({ value }) => value === chosen);
                if (known) change({ frameworkVersion: known.version });
              }}
            />
          )}
          {config.framework === 'vue' && (
            <Switch
              label={texts.singleFileComponents}
              checked={config.vueSfc}
              onChange={(vueSfc) => change({ vueSfc })}
            />
          )}
          <Select
            label={texts.cssFramework}
            value={config.cssFramework}
            options={cssFrameworks}
            onChange={(cssFramework) => change({ cssFramework })}
          />
          {isStyledByHand(config) && (
            <Select
              label={texts.cssPreprocessor}
              value={config.cssLanguage ?? 'css'}
              options={cssLanguages}
              onChange={(chosen) => change({ cssLanguage: chosen === 'css' ? undefined : chosen })}
            />
          )}
          <Select
            label={texts.htmlPreprocessor}
            value={config.htmlLanguage ?? 'html'}
            options={htmlLanguages}
            onChange={(chosen) => change({ htmlLanguage: chosen === 'html' ? undefined : chosen })}
          />
          <Select
            label={texts.buildTool}
            value={config.buildTool}
            options={buildTools}
            onChange={(buildTool) => change({ buildTool })}
          />
          <Switch
            label={texts.typescript}
            checked={config.typescript}
            onChange={(typescript) => change({ typescript })}
          />
        </div>
        <ExternalResources
          resources={config.resources ?? []}
          onChange={(resources) => change({ resources: resources.length > 0 ? resources : undefined })}
          packages={props.hasPackages ? { call, config, onUse: props.onPackage } : null}
        />
        {props.hasPackages && (
          <PackageSection
            call={call}
            config={config}
            sources={props.sources}
            onAdd={props.onPackage}
            onUpdate={props.onUpdate}
            onRemove={props.onRemove}
          />
        )}
        <TemplateGallery
          templates={templates}
          config={config}
          inView={props.atTemplates}
          onChoose={onTemplate}
        />
      </div>
      <CurrentConfiguration config={config} />
    </Dialog>
  );
}

/** Whether the CSS pane's language can be chosen: Sass and Tailwind determine it. */
function isStyledByHand({ cssFramework }: FrameworkConfig): boolean {
  return cssFramework === 'none' || cssFramework === 'bootstrap' || cssFramework === 'bulma';
}

/** The current choice as text. */
function CurrentConfiguration({ config }: { config: FrameworkConfig }) {
  return (
    <section
      aria-labelledby="current-configuration"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t px-4 py-2.5"
    >
      <h3 id="current-configuration" className="font-medium">
        {texts.currentConfiguration}
      </h3>
      <p aria-live="polite" className="flex-1 text-muted">
        {partsOf(config).join(' · ')}
      </p>
      <p className="font-medium text-accent">{texts.ready}</p>
    </section>
  );
}
