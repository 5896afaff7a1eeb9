import type { Template } from '@studio/contract/http/templates';
import { sql } from 'kysely';
import type { Database } from '../../database/database.js';
import type { SeededUser } from './people.js';
import type { SeededLikes, SeededProject } from './seeded-projects.js';

/**
 * Writes thousands of users in one statement of kysely; existing ones stay as they are.
 * @returns how many are new.
 */
export async function writeUsers(
  database: Database,
  users: SeededUser[],
  passwordHash: string | null,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into users (id, username, email, password_hash, avatar, created_at)
    select id, username, email, ${passwordHash}::text, '/avatars/initials/' || username || '.svg', created_at
    from json_to_recordset(${JSON.stringify(users)}::json)
      as row(id varchar, username text, email text, created_at timestamptz)
    on conflict do nothing`.execute(database.sql);
  return Number(numAffectedRows ?? 0);
}

/**
 * Writes projects with their likes and revisions in one transaction. The database joins the sources from the templates,
 * so that each template is sent only once. @returns how many projects are new.
 */
export function writeProjects(
  database: Database,
  projects: SeededProject[],
  likes: { project: string[]; user: string[] },
  templates: string,
): Promise<number> {
  return database.transaction(async () => {
    // Durability is not needed: after a crash the same command writes what is missing.
    await sql`set local synchronous_commit = off`.execute(database.sql);
    const { rows } = await sql<{ id: string }>`
      insert into projects (id, user_id, title, html, css, js, description, tags, is_public, is_embeddable,
        framework_config, views, likes, fork_count, version, forked_from, created_at, updated_at)
      select row.id, row.user_id, row.title, '<!-- ' || row.note || ' -->' || chr(10) || template.html, template.css,
        template.js, row.description, row.tags, row.is_public, row.is_embeddable, template."frameworkConfig", row.views,
        row.likes, row.fork_count, row.version, row.forked_from, row.created_at, row.updated_at
      from ${recordset(projects)}
      join json_to_recordset(${templates}::json)
        as template(number int, html text, css text, js text, "frameworkConfig" jsonb) on template.number = row.template
      on conflict do nothing
      returning id`.execute(database.sql);
    const made = rows.map(({ id }) => id);
    await sql`
      insert into project_likes (project_id, user_id, created_at)
      select liked.project_id, liked.user_id, projects.updated_at
      from unnest(${likes.project}::text[], ${likes.user}::text[]) liked(project_id, user_id)
      join projects on projects.id = liked.project_id
      where liked.project_id = any(${made}::text[])
      on conflict do nothing`.execute(database.sql);
    await sql`
      insert into project_revisions (project_id, rev, kind, version, title, html, css, js, framework_config, created_at)
      select projects.id, rev, 'manual', projects.version - row.revisions + rev, projects.title, projects.html,
        projects.css, projects.js, projects.framework_config, projects.updated_at
      from ${recordset(projects.filter(({ revisions }) => revisions > 0))}
      join projects on projects.id = row.id
      cross join generate_series(1, row.revisions) rev
      where row.id = any(${made}::text[])
      on conflict do nothing`.execute(database.sql);
    return made.length;
  });
}

/** The templates as the JSON that `writeProjects` takes. */
export function numbered(templates: readonly Template[]): string {
  return JSON.stringify(
    templates.map(({ html, css, js, frameworkConfig }, number) => ({
      number,
      html,
      css,
      js,
      frameworkConfig,
    })),
  );
}

/** One pair for each like. */
export function likePairs(likes: readonly SeededLikes[], userIds: readonly string[]) {
  const pairs = { project: [] as string[], user: [] as string[] };
  for (const { projectId, users } of likes)
    for (const user of users) {
      pairs.project.push(projectId);
      pairs.user.push(userIds[user] as string);
    }
  return pairs;
}

function recordset(projects: readonly SeededProject[]) {
  // The driver turns an array into a text[].
  return sql`json_to_recordset(${JSON.stringify(projects)}::json) as row(id varchar, user_id varchar, template int,
    note text, title text, description text, tags text[], is_public boolean, is_embeddable boolean, views int, likes int,
    fork_count int, version int, forked_from varchar, created_at timestamptz, updated_at timestamptz, revisions int)`;
}
