import { setImmediate as turn } from 'node:timers/promises';
import type { PostgresServer } from '../../stack/postgres.ts';

/** Rows per statement. A million rows take minutes, with a call of `progress` after each statement. */
const batchSize = 50_000;

/** Adds projects number `first` to `last` by plain SQL. They have a thousand authors; a tenth is private. */
export async function seedProjects(
  database: PostgresServer,
  first: number,
  last: number,
  progress: (made: number) => void = () => undefined,
): Promise<void> {
  database.run(`
    insert into users (id, username, email)
      select 'author' || lpad(n::text, 10, '0'), 'author-' || n, 'author-' || n || '@example.org'
      from generate_series(1, 1000) n on conflict do nothing`);
  for (let from = first; from <= last; from += batchSize) {
    const to = Math.min(last, from + batchSize - 1);
    database.run(insertion(from, to));
    progress(to);
  }
  database.run('vacuum analyze projects, project_texts, project_tags, users;');
  // Idle connections were closed by their servers meanwhile. One turn lets the pools discard them.
  await turn();
}

function insertion(first: number, last: number): string {
  return `
    insert into projects (id, user_id, title, html, css, js, description, tags, is_public, is_embeddable,
        framework_config, views, likes, fork_count, created_at, updated_at)
      select 's' || lpad(n::text, 15, '0'), 'author' || lpad((1 + n % 1000)::text, 10, '0'), 'Project ' || md5(n::text),
        repeat('<p>' || md5(n::text) || '</p>', 10), repeat('p { color: red }', 5), 'console.log(' || n || ')',
        'About ' || md5((n * 7)::text), array['tag' || n % 50, 'tag' || n % 7], n % 10 <> 0, n % 3 = 0,
        (select framework_config from projects limit 1), (n * 7919) % 100003, (n * 104729) % 1009, n % 13,
        now() - n * interval '1 second', now() - n * interval '1 second'
      from generate_series(${first}::bigint, ${last}::bigint) n`;
}

/** The id of a seeded project. */
export function seededId(number: number): string {
  return `s${String(number).padStart(15, '0')}`;
}
