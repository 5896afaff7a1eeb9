import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { Template, TemplateGroup, Templates } from '@studio/contract/http/templates';
import type { UseQueryResult } from '@tanstack/react-query';
import { LayoutTemplate } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { classes } from '@/ui/classes.ts';
import { AlertDialog } from '@/ui/dialogs/alert-dialog.tsx';
import { SearchField } from '@/ui/fields/search-field.tsx';
import { EmptyState, FailedState, Skeleton } from '@/ui/lists/list-states.tsx';
import { partsOf } from '../model/framework-choices.ts';
import { findTemplates } from '../model/template-list.ts';
import * as texts from '../texts.ts';
import { CardButton } from './framework-cards.tsx';

interface TemplateGalleryProps {
  templates: UseQueryResult<Templates>;
  /** The project's configuration; matching templates come first. */
  config: FrameworkConfig;
  /** Focus the search. */
  inView: boolean;
  onChoose: (template: Template) => void;
}

const headings: Record<TemplateGroup, string> = {
  vanilla: texts.vanilla,
  react: 'React',
  vue: 'Vue.js',
  vite: texts.viteModules,
};

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-3';

/** The starter templates, with loading and error states (specification: Templates). */
export function TemplateGallery({ templates, config, inView, onChoose }: TemplateGalleryProps) {
  const section = useRef<HTMLElement>(null);
  const [search, setSearch] = useState('');
  useEffect(() => {
    if (inView) section.current?.scrollIntoView();
  }, [inView]);
  return (
    <section
      ref={section}
      aria-label={texts.starterTemplates}
      aria-busy={templates.isFetching}
      className={classes('mt-6 scroll-mt-4', inView && 'min-h-full')}
    >
      <div className="mb-3 flex flex-wrap items-center gap-x-8 gap-y-2">
        <h3 className="font-semibold text-lg">{texts.starterTemplates}</h3>
        <SearchField
          label={texts.searchTemplates}
          placeholder={texts.searchTemplatesHint}
          search={search}
          onSearch={setSearch}
          focused={inView}
        />
      </div>
      <TemplateGroups templates={templates} config={config} search={search} onChoose={onChoose} />
    </section>
  );
}

interface TemplateGroupsProps extends Omit<TemplateGalleryProps, 'inView'> {
  search: string;
}

function TemplateGroups({ templates, config, search, onChoose }: TemplateGroupsProps) {
  const { data, error, refetch } = templates;
  if (!data && error) return <FailedState title={texts.loadFailed} error={error} onRetry={refetch} />;
  if (!data) return <LoadingCards />;
  const found = findTemplates(data, search, config);
  if (found.length === 0) {
    return search === '' ? (
      <EmptyState icon={LayoutTemplate} title={texts.noTemplates} text={texts.noTemplatesText} />
    ) : (
      <EmptyState icon={LayoutTemplate} title={texts.noMatch} text={texts.noMatchText} />
    );
  }
  return found.map(({ group, templates: shown }) => (
    <div key={group} className="mb-4">
      <h4 className="mb-2 text-muted text-sm">{headings[group]}</h4>
      <ul className={grid}>
        {shown.map((template) => (
          <li key={template.id} className="grid">
            <TemplateCard template={template} onChoose={() => onChoose(template)} />
          </li>
        ))}
      </ul>
    </div>
  ));
}

function TemplateCard({ template, onChoose }: { template: Template; onChoose: () => void }) {
  const note = useId();
  return (
    <CardButton name={template.name} note={note} onPress={onChoose} className="hover:bg-hover">
      <div id={note} className="flex flex-1 flex-col gap-2 text-sm">
        <p className="flex-1 text-muted">{template.description}</p>
        <p className="text-faint text-xs">{partsOf(template.frameworkConfig).join(' · ')}</p>
      </div>
    </CardButton>
  );
}

const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function LoadingCards() {
  return (
    <div className={grid}>
      <p className="sr-only">{texts.loadingTemplates}</p>
      {places.map((place) => (
        <div key={place} className="grid gap-2 rounded-lg border bg-raised p-3">
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-3 w-full" />
          <Skeleton className="h-3 w-2/5" />
        </div>
      ))}
    </div>
  );
}

interface TemplateQuestionProps {
  /** The template's name. */
  name: string;
  /** Whether the current code is saved before it is replaced. */
  keepsPresent: boolean;
  /** The current code is being saved. */
  replacing: boolean;
  onOpenAsNew: () => void;
  onReplace: () => void;
  onCancel: () => void;
}

/** Asks whether a template replaces the current code (specification: Templates). */
export function TemplateQuestion(props: TemplateQuestionProps) {
  const { name, keepsPresent, replacing, onOpenAsNew, onReplace, onCancel } = props;
  return (
    <AlertDialog
      title={texts.useTemplate(name)}
      text={keepsPresent ? texts.keepsPresent : texts.keepsOriginal}
      action={texts.openAsNew}
      tone="plain"
      alternative={{ action: texts.replace, busy: replacing, onChoose: onReplace }}
      disabled={replacing}
      onConfirm={onOpenAsNew}
      onCancel={onCancel}
    />
  );
}
