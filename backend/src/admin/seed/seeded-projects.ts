import {
  adjectives,
  chanceOf,
  daysBeforeEnd,
  daysOfProjects,
  occasions,
  type SeedSize,
  tags,
  things,
} from './people.js';

const privateShare = 0.25;
const embeddableShare = 0.3;
const forkShare = 0.08;
const maxLikes = 100;
/** Most have few likes, a few have many. */
const unevenness = 30;
/** The share of projects that have revisions. */
const revisedShare = 0.1;
const maxRevisions = 3;

/** A project with the sources of a template, and `note` as a comment before its HTML. */
export interface SeededProject {
  id: string;
  user_id: string;
  /** Number of the template. */
  template: number;
  note: string;
  title: string;
  description: string;
  tags: string[];
  is_public: boolean;
  is_embeddable: boolean;
  views: number;
  likes: number;
  fork_count: number;
  version: number;
  forked_from: string | null;
  created_at: string;
  updated_at: string;
  /** How many of its versions are kept. */
  revisions: number;
}

/** The numbers of the users who like a project. */
export interface SeededLikes {
  projectId: string;
  users: number[];
}

/** The number of the earlier, public project that this one is a fork of; null if it is no fork. */
function sourceOf(size: SeedSize, index: number): number | null {
  const chance = chanceOf(size, 'fork', index);
  if (index === 0 || chance.next() >= forkShare) return null;
  // Earlier projects have more forks.
  const source = Math.floor(index * chance.next() ** 3);
  return isPublic(size, source) ? source : null;
}

/** How often each project was forked. */
export function countForks(size: SeedSize): Uint32Array {
  const forks = new Uint32Array(size.projects);
  for (let index = 0; index < size.projects; index++) {
    const source = sourceOf(size, index);
    if (source !== null) forks[source] = (forks[source] ?? 0) + 1;
  }
  return forks;
}

/** The project of this number, and who likes it. */
export function projectAt(
  size: SeedSize,
  index: number,
  { templates, forks, userIds }: { templates: number; forks: Uint32Array; userIds: readonly string[] },
): { project: SeededProject; likes: SeededLikes } {
  const chance = chanceOf(size, 'project', index);
  const [open, id] = [chance.next() >= privateShare, chance.id()];
  const title = `${chance.pick(adjectives)} ${chance.pick(things)}`;
  const description = `${title} ${chance.pick(occasions)}.`;
  const source = sourceOf(size, index);
  const users = open ? likers(size, chance.next(), chance.below(size.users)) : [];
  const createdDays = daysOfProjects * (1 - index / size.projects);
  const version = 1 + Math.floor(20 * chance.next() ** 3);
  const project: SeededProject = {
    id,
    user_id: userIds[chance.below(userIds.length)] as string,
    template: chance.below(templates),
    note: `${description} (${index + 1})`,
    title,
    description: chance.next() < 0.7 ? description : '',
    tags: [...new Set(Array.from({ length: chance.below(5) }, () => chance.pick(tags)))],
    is_public: open,
    is_embeddable: chance.next() < embeddableShare,
    views: open ? users.length * (5 + chance.below(20)) + chance.below(40) : 0,
    likes: users.length,
    fork_count: forks[index] ?? 0,
    version,
    forked_from: source === null ? null : idAt(size, source),
    created_at: daysBeforeEnd(createdDays),
    updated_at: daysBeforeEnd(createdDays * chance.next()),
    revisions: chance.next() < revisedShare ? Math.min(version, 1 + chance.below(maxRevisions)) : 0,
  };
  return { project, likes: { projectId: id, users } };
}

/** Draws its random number first, as `projectAt` does. */
function isPublic(size: SeedSize, index: number): boolean {
  return chanceOf(size, 'project', index).next() >= privateShare;
}

function idAt(size: SeedSize, index: number): string {
  const chance = chanceOf(size, 'project', index);
  chance.next();
  return chance.id();
}

/** The numbers of distinct users, spread over all users. */
function likers({ users }: SeedSize, popularity: number, first: number): number[] {
  const count = Math.floor(Math.min(users, maxLikes) * popularity ** unevenness);
  const step = Math.max(1, Math.floor(users / maxLikes));
  return Array.from({ length: count }, (_, like) => (first + like * step) % users);
}
