import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { PackageVersions } from '@studio/contract/packages/package-versions';
import type { SourceLanguage, Sources } from '@studio/engine/source';
import { Tabs } from 'radix-ui';
import { type ComponentType, useState } from 'react';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { frameworkFacts } from '@/lib/framework-facts.ts';
import * as texts from '../../dialog-texts.ts';

/** One of two states of a project, with its label. */
export interface Side {
  name: string;
  content: Sources & {
    title: string;
    frameworkConfig: FrameworkConfig;
    /** Missing if unknown. */
    description?: string;
    tags?: string[];
  };
}

/** Two different texts of one source. */
export interface SourceDifferenceProps {
  language: SourceLanguage;
  frameworkConfig: FrameworkConfig;
  before: { name: string; text: string };
  after: { name: string; text: string };
}

interface ProjectDifferenceProps {
  before: Side;
  after: Side;
  /** Renders the difference of two sources; fills its container. */
  SourceDifference: ComponentType<SourceDifferenceProps>;
}

const sources = [
  { language: 'html', label: 'HTML' },
  { language: 'css', label: 'CSS' },
  { language: 'js', label: 'JavaScript' },
] as const;

/** The differences between two states of a project: facts in words, sources one at a time. */
export function ProjectDifference({ before, after, SourceDifference }: ProjectDifferenceProps) {
  const [chosen, setChosen] = useState<string>('html');
  const facts = differingFacts(before, after);
  const differing = differingSources(before, after);
  const shown = differing.find(({ language }) => language === chosen) ?? differing[0];
  if (facts.length === 0 && !shown) {
    return <p className="grid flex-1 place-items-center p-6 text-muted">{texts.sameText}</p>;
  }
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      {facts.length > 0 && (
        <dl className="grid max-h-32 shrink-0 gap-1 overflow-auto border-b px-4 py-2">
          {facts.map(({ label, from, to }) => (
            <div key={label} className="flex flex-wrap gap-x-2">
              <dt className="text-muted">{label}</dt>
              <dd className="break-words">
                {from !== null && (
                  <del dir="auto" className="inline-block rounded-sm bg-danger-soft px-1 no-underline">
                    {from || texts.emptyValue}
                  </del>
                )}
                {from !== null && to !== null && ' → '}
                {to !== null && (
                  <ins dir="auto" className="inline-block rounded-sm bg-accent-soft px-1 no-underline">
                    {to || texts.emptyValue}
                  </ins>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {shown && (
        <Tabs.Root value={shown.language} onValueChange={setChosen} className="flex min-h-0 flex-1 flex-col">
          <Tabs.List
            aria-label={texts.differingSources}
            className="flex min-h-bar shrink-0 gap-1 border-b px-3"
          >
            {differing.map(({ language, label }) => (
              <Tabs.Trigger
                key={language}
                value={language}
                className="min-h-hit border-transparent border-b-2 px-2 text-muted data-[state=active]:border-accent data-[state=active]:text-ink"
              >
                {label}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          <Tabs.Content value={shown.language} className="flex min-h-0 flex-1 flex-col overflow-auto">
            <SourceDifference
              key={shown.language}
              language={shown.language}
              frameworkConfig={after.content.frameworkConfig}
              before={{ name: before.name, text: before.content[shown.language] }}
              after={{ name: after.name, text: after.content[shown.language] }}
            />
          </Tabs.Content>
        </Tabs.Root>
      )}
    </div>
  );
}

/** Whether two states of a project have a visible difference. */
export function differs(before: Side, after: Side): boolean {
  return differingFacts(before, after).length > 0 || differingSources(before, after).length > 0;
}

function differingSources({ content: one }: Side, { content: other }: Side) {
  return sources.filter(({ language }) => one[language] !== other[language]);
}

/** A fact about a project, other than code, in both states; null if one side lacks it. */
interface Fact {
  label: string;
  from: string | null;
  to: string | null;
}

/** Facts that both sides know and that differ. */
function differingFacts({ content: one }: Side, { content: other }: Side): Fact[] {
  const facts = [
    { label: texts.title, from: one.title, to: other.title },
    { label: texts.description, from: one.description, to: other.description },
    {
      label: texts.tags,
      from: one.tags?.map(bidiIsolate).join(', '),
      to: other.tags?.map(bidiIsolate).join(', '),
    },
    ...differingSettings(one.frameworkConfig, other.frameworkConfig),
  ].flatMap(({ label, from, to }) => (from === undefined || to === undefined ? [] : [{ label, from, to }]));
  return [
    ...facts.filter(({ from, to }) => from !== to),
    ...packageFacts(one.frameworkConfig.packages, other.frameworkConfig.packages),
  ];
}

/** Differences of the npm packages: `Added canvas-confetti 1.9.3`, `Updated three 0.180.0 → 0.181.0`. */
function packageFacts(one: PackageVersions = {}, other: PackageVersions = {}): Fact[] {
  return Object.keys({ ...one, ...other })
    .filter((name) => one[name] !== other[name])
    .toSorted()
    .map((name) => {
      const [from, to] = [one[name], other[name]];
      if (from === undefined) return { label: texts.packageAdded, from: null, to: `${name} ${to}` };
      if (to === undefined) return { label: texts.packageRemoved, from: `${name} ${from}`, to: null };
      return { label: texts.packageUpdated, from: `${name} ${from}`, to };
    });
}

/** Settings in words before and after: `Framework: React 18 → Vue 3`. */
function differingSettings(one: FrameworkConfig, other: FrameworkConfig) {
  const after = frameworkFacts(other);
  return frameworkFacts(one).map(({ label, value }, i) => ({ label, from: value, to: after[i]?.value }));
}
