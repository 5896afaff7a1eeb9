import type { Template } from '@studio/contract/http/templates';
import { Database } from '../../database/database.js';
import { TemplatesService } from '../../features/frameworks/templates.service.js';
import { hashPassword } from '../../features/users/passwords.js';
import { type AdminStudio, type Command, required, UsageError } from '../command.js';
import { type SeedSize, userAt } from '../seed/people.js';
import { countForks, projectAt } from '../seed/seeded-projects.js';
import { likePairs, numbered, writeProjects, writeUsers } from '../seed/write.js';

/** The password of all seeded accounts. In production they have none, and nobody can sign in to them. */
const seededPassword = 'seeded-studio';
const usersPerBatch = 5_000;
const projectsPerBatch = 1_000;
const maxCount = 10_000_000;

/** Fills the database with users and projects (specification: Operation). Equal numbers make equal data, only once. */
export const seed: Command = {
  summary: 'Fill the database with people and projects: the same numbers, the same data.',
  usage: `--projects <number> --users <number>

  --projects  how many, of all frameworks; a quarter is private, a twelfth are forks, a tenth have revisions
  --users     how many own and like them; the password of all is ${seededPassword} (in production they have none)

What is there already stays as it is.`,
  options: { projects: { type: 'string' }, users: { type: 'string' } },
  studio: 'started-or-new',
  prepare(values) {
    const size = { projects: count(values, 'projects'), users: count(values, 'users') };
    if (size.projects > 0 && size.users === 0) throw new UsageError('Projects need --users to own them.');
    return (studio) => fill(studio, size);
  },
};

async function fill(studio: AdminStudio, size: SeedSize): Promise<void> {
  const began = performance.now();
  const { userIds, made: users } = await fillUsers(studio, size);
  const projects = await fillProjects(studio, size, userIds);
  const seconds = Math.round((performance.now() - began) / 1_000);
  studio.print(
    `Made ${users} users and ${projects} projects in ${seconds} s. ` +
      `Already there: ${size.users - users} users, ${size.projects - projects} projects.`,
  );
}

async function fillUsers({ app, config, progress }: AdminStudio, size: SeedSize) {
  const passwordHash = config.production ? null : await hashPassword(seededPassword);
  const userIds: string[] = [];
  let made = 0;
  for (const numbers of batches(size.users, usersPerBatch)) {
    const users = numbers.map((index) => userAt(size, index));
    for (const { id } of users) userIds.push(id);
    made += await writeUsers(app.get(Database), users, passwordHash);
    progress(`${userIds.length} of ${size.users} users`);
  }
  return { userIds, made };
}

async function fillProjects({ app, progress }: AdminStudio, size: SeedSize, userIds: string[]) {
  const templates: Template[] = Object.values(await app.get(TemplatesService).list()).flat();
  const given = { templates: templates.length, forks: countForks(size), userIds };
  const sources = numbered(templates);
  let [made, done] = [0, 0];
  for (const numbers of batches(size.projects, projectsPerBatch)) {
    const batch = numbers.map((index) => projectAt(size, index, given));
    const pairs = likePairs(
      batch.map(({ likes }) => likes),
      userIds,
    );
    made += await writeProjects(
      app.get(Database),
      batch.map(({ project }) => project),
      pairs,
      sources,
    );
    done += numbers.length;
    progress(`${done} of ${size.projects} projects`);
  }
  return made;
}

/** The numbers from 0 to less than `count`, in batches. */
function* batches(count: number, size: number): Generator<number[]> {
  for (let first = 0; first < count; first += size)
    yield Array.from({ length: Math.min(size, count - first) }, (_, index) => first + index);
}

function count(values: Parameters<typeof required>[0], name: string): number {
  const text = required(values, name);
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > maxCount)
    throw new UsageError(
      `--${name}: expected a whole number up to ${maxCount}, got ${JSON.stringify(text)}.`,
    );
  return number;
}
