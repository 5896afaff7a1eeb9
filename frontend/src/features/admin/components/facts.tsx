import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { Project } from '@studio/contract/http/projects';
import type { ReactNode } from 'react';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { frameworkFacts } from '@/lib/framework-facts.ts';
import * as texts from '../texts.ts';

interface Fact {
  label: string;
  /** Not shown if it is ''. */
  value: ReactNode;
}

/** Facts about a project, one below the other. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
      {facts
        .filter(({ value }) => value !== '')
        .map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd dir="auto" className="whitespace-pre-wrap break-words">
              {value}
            </dd>
          </div>
        ))}
    </dl>
  );
}

/** What the three sources do not show, and a page may show or run: scripts of other sites, packages, the description. */
export function factsBesideCode({
  description,
  tags,
  frameworkConfig,
}: Pick<Project, 'description' | 'tags' | 'frameworkConfig'>): Fact[] {
  const usual = frameworkFacts(defaultFrameworkConfig);
  const settings = frameworkFacts(frameworkConfig);
  const packages = Object.entries(frameworkConfig.packages ?? {});
  return [
    { label: texts.tags, value: tags.map(bidiIsolate).join(', ') },
    { label: texts.description, value: description },
    // The framework always, and what differs from a new project.
    ...settings.filter(({ value }, i) => i === 0 || value !== usual[i]?.value),
    { label: texts.packages, value: packages.map(([name, version]) => `${name} ${version}`).join(', ') },
  ];
}
