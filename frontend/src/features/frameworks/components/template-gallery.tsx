import {
  type Template,
  type TemplateGroup,
  type Templates,
  templateGroups,
} from '@studio/contract/http/templates';
import type { UseQueryResult } from '@tanstack/react-query';
import { LayoutTemplate } from 'lucide-react';
import { useId } from 'react';
import { EmptyState } from '@/ui/empty-state.tsx';
import { FailedState } from '@/ui/failed-state.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { partsOf } from '../model/framework-choices.ts';
import { CardButton } from './card-button.tsx';

interface TemplateGalleryProps {
  templates: UseQueryResult<Templates>;
  onChoose: (template: Template) => void;
}

const headings: Record<TemplateGroup, string> = {
  vanilla: 'Vanilla JS',
  react: 'React',
  vue: 'Vue.js',
  vite: 'Vite modules',
};

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-3';

/** SPEC 2 Starter Templates grid, in all its states. */
export function TemplateGallery({ templates, onChoose }: TemplateGalleryProps) {
  return (
    <section aria-label="Starter Templates" aria-busy={templates.isFetching} className="mt-6">
      <h3 className="mb-2 font-semibold text-lg">Starter Templates</h3>
      <TemplateGroups templates={templates} onChoose={onChoose} />
    </section>
  );
}

function TemplateGroups({ templates: { data, error, refetch }, onChoose }: TemplateGalleryProps) {
  if (!data && error) return <FailedState title="Failed to load templates" error={error} onRetry={refetch} />;
  if (!data) return <LoadingCards />;
  const filled = templateGroups.filter((group) => data[group].length > 0);
  if (filled.length === 0) {
    return <EmptyState icon={LayoutTemplate} title="No templates yet" text="This studio offers none." />;
  }
  return filled.map((group) => (
    <div key={group} className="mb-4">
      <h4 className="mb-2 text-muted text-sm">{headings[group]}</h4>
      <ul className={grid}>
        {data[group].map((template) => (
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
      <p className="sr-only">Loading templates...</p>
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
