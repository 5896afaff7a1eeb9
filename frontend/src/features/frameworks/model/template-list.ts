import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import {
  type Template,
  type TemplateGroup,
  type Templates,
  templateGroups,
} from '@studio/contract/http/templates';
import { partsOf } from './framework-choices.ts';

/** Templates of one group that are shown together. */
export interface FoundTemplates {
  group: TemplateGroup;
  templates: Template[];
}

/**
 * The templates that contain every searched word, ignoring case, in name, description or configuration. Those of the
 * framework in `config` come first; empty groups are left out.
 */
export function findTemplates(all: Templates, search: string, config: FrameworkConfig): FoundTemplates[] {
  const words = search.trim().toLowerCase().split(/\s+/);
  const matches = ({ name, description, frameworkConfig }: Template) => {
    const text = [name, description, ...partsOf(frameworkConfig)].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const chosen = groupOf(config);
  return templateGroups
    .toSorted((a, b) => Number(b === chosen) - Number(a === chosen))
    .map((group) => ({ group, templates: all[group].filter(matches) }))
    .filter(({ templates }) => templates.length > 0);
}

/** The group of templates that fit a configuration. */
function groupOf({ framework, buildTool }: FrameworkConfig): TemplateGroup {
  return framework === 'vanilla' && buildTool === 'vite' ? 'vite' : framework;
}
