import { Random } from './random.js';
import { firstNames } from './words.js';

/** Numbers of both; a set of other numbers is another set altogether, so that several can lie beside each other. */
export interface SeedSize {
  users: number;
  projects: number;
}

export interface SeededUser {
  id: string;
  username: string;
  email: string;
  created_at: string;
}

/** The moment at which every seeded thing had happened: a fixed one, or the same arguments would make other data. */
const end = Date.UTC(2_026, 10, 1);
const dayMs = 86_400_000;

/** So many days before the end of the seeded time. */
export function daysBeforeEnd(days: number): string {
  return new Date(end - Math.floor(days * dayMs)).toISOString();
}

/** The first days of all are the users'. */
export const daysOfProjects = 700;
const daysOfUsers = 800;

/** What chance decides about one thing of a set. */
export function chanceOf(size: SeedSize, kind: 'user' | 'project' | 'fork', index: number): Random {
  return new Random(`${kind} ${index} of ${size.users} users and ${size.projects} projects`);
}

/** The user of this number. */
export function userAt(size: SeedSize, index: number): SeededUser {
  const chance = chanceOf(size, 'user', index);
  const id = chance.id();
  const username = `${chance.pick(firstNames)}-${id.slice(0, 8)}`;
  const days = daysOfProjects + chance.next() * (daysOfUsers - daysOfProjects);
  return { id, username, email: `${username}@seed.example`, created_at: daysBeforeEnd(days) };
}
