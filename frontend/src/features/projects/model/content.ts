import type { Project } from '@studio/contract/http/projects';
import type { Sources } from '@studio/engine/source';

/** What a save carries: all of a project that is written, without its counters and its rights. */
export type Content = Pick<
  Project,
  'title' | 'html' | 'css' | 'js' | 'description' | 'tags' | 'frameworkConfig'
>;

const fields = ['title', 'html', 'css', 'js', 'description', 'tags', 'frameworkConfig'] as const;

export function contentOf(project: Content): Content {
  const { title, html, css, js, description, tags, frameworkConfig } = project;
  return { title, html, css, js, description, tags, frameworkConfig };
}

/** What stands on the desk now, to the last keystroke. */
export function currentContent({ project, typed }: { project: Content; typed: Sources }): Content {
  return { ...contentOf(project), ...typed };
}

/** The fields that differ, with the first one's values; all of them where there is nothing to compare with. */
export function changedFields(content: Content, base: Content | null): Partial<Content> {
  return base === null
    ? content
    : Object.fromEntries(
        fields
          .filter((field) => !sameValue(content[field], base[field]))
          .map((field) => [field, content[field]]),
      );
}

export function sameContent(one: Content, other: Content | null): boolean {
  return other !== null && fields.every((field) => sameValue(one[field], other[field]));
}

/** The desk's content after a save: where it is still what was sent, the server's form of it counts. */
export function mergeSavedContent(present: Content, sent: Content, saved: Content): Content {
  const adopted = fields.filter((field) => sameValue(present[field], sent[field]));
  return { ...present, ...Object.fromEntries(adopted.map((field) => [field, saved[field]])) };
}

/** Texts are compared as they are; the two small structures by their entries, in whatever order. */
function sameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const entries = Object.entries(one);
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([key, value]) => (other as Record<string, unknown>)[key] === value)
  );
}
