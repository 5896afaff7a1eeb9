import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Project } from '@studio/contract/http/projects';
import { sql } from 'kysely';
import { itAtNight, nightly } from '../../test/support/nightly.js';
import { testLibrary } from '../../test/support/requests/test-library.js';
import { type AdminRun, runAdmin, sameData, spawnAdmin } from '../../test/support/studio/admin-process.js';
import { asStranger, freshDatabase } from '../../test/support/studio/fresh-database.js';
import { endProcess, startStudioProcess } from '../../test/support/studio/studio-process.js';
import {
  freshBucket,
  type Person,
  signIn,
  startTestStudio,
  type TestStudio,
} from '../../test/support/studio/test-studio.js';
import { until } from '../../test/support/until.js';
import { Database } from '../database/database.js';
import { EmbeddedPostgres } from '../database/embedded/embedded-postgres.js';
import { AssetStorage } from '../ports/asset-storage.js';
import type { BackupManifest } from './backup/manifest.js';

/** Each command is a process. */

const folder = mkdtempSync(join(tmpdir(), 'studio-backup-'));
const backup = join(folder, 'backup');
/** A backup without files that the storage had lost. */
const without = join(folder, 'without');
/** The settings of the studio to restore into, which does not exist yet. */
let target: Record<string, string>;
let dropDatabase: (() => Promise<void>) | undefined;
let studio: TestStudio;
let ada: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  const server = process.env['DATABASE_URL'];
  const database = server ? await freshDatabase(server) : undefined;
  dropDatabase = database?.drop;
  target = {
    ...sameData(studio.config),
    ...(database ? { DATABASE_URL: database.url } : {}),
    ...(freshBucket() as Record<string, string>),
    DATA_DIR: join(folder, 'data'),
  };
});
afterAll(async () => {
  await studio.stop();
  await dropDatabase?.();
  rmSync(folder, { recursive: true, force: true });
});

const rowsOf = async ({ studio: { app } }: TestStudio, table: string) => {
  const rows = sql<{ row: string }>`select row_to_json(t)::text as row from ${sql.table(table)} t order by 1`;
  return (await rows.execute(app.get(Database).sql)).rows.map(({ row }) => row);
};

/** The hash of these bytes, and the key that the studio has stored them under. */
async function storedAs(bytes: string): Promise<{ hash: string; key: string }> {
  const hash = createHash('sha256').update(bytes).digest('hex');
  const { storage_key: key } = await studio.studio.app
    .get(Database)
    .sql.selectFrom('stored_objects')
    .select('storage_key')
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
  return { hash, key };
}

describe('a backup', () => {
  it('H42 made under load and brought back into a fresh studio has every file that a row names, to the byte', async () => {
    const library = testLibrary(studio);
    ada = await studio.person('ada');
    const grace = await studio.person('grace');
    const kept = await library.add(ada, 'a.txt', 'the bytes of a file');
    const project = await studio.project(ada, { html: `line one\u2028${kept.url}\n\t"’`, isPublic: true });
    await studio.call('post', `/projects/${project.id}/fork`, grace).expect(201);
    await studio.call('put', `/projects/${project.id}/like`, grace).expect(200);
    await library.remove(ada, await library.add(ada, 'gone.txt', 'nobody has these any more')).expect(204);

    const make = () => runAdmin(sameData(studio.config), ['backup', '--to', backup]);
    let made: AdminRun | undefined;
    if (studio.config.databaseUrl === null) {
      await studio.restart(async () => {
        made = await make();
      });
    } else made = await whileWorking(ada, library, project.id, make);
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining(`${backup} has `) });
    const readable = ['.', ...globSync('**', { cwd: backup })].filter(
      (path) => (statSync(join(backup, path)).mode & 0o077) !== 0,
    );
    expect(readable).toEqual([]);

    const restored = await runAdmin(target, ['restore', '--from', backup]);
    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('Restored the studio as of ') });
    const back = await startTestStudio(target);
    try {
      await expectWhole(back);
      if (studio.config.databaseUrl === null)
        for (const table of [
          'users',
          'projects',
          'project_likes',
          'project_revisions',
          'assets',
          'asset_holds',
          'project_asset_references',
        ])
          expect({ table, rows: await rowsOf(back, table) }).toEqual({
            table,
            rows: await rowsOf(studio, table),
          });
      const { body } = await back.call('get', `/projects/${project.id}`).expect(200);
      expect(body).toMatchObject({ html: project.html, likes: 1, forkCount: 1 });
      await back.call('get', '/auth/me', ada).expect(401);
      await signIn(back, ada.user.email, ada.password);
      expect((await back.call('get', '/projects/public').expect(200)).body.total).toBe(
        (await studio.call('get', '/projects/public').expect(200)).body.total,
      );
    } finally {
      await back.studio.close();
    }
  });

  it('is not brought back over anything, nor written over anything', async () => {
    expect(await runAdmin(target, ['restore', '--from', backup])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^The database is not empty: \w+ has rows\. Restore into a new one\.\n$/m),
    });
    const manifest = join(backup, 'manifest.json');
    for (const [to, refusal] of [
      [join(backup, 'objects'), 'is not empty.'],
      [manifest, 'cannot be written to: ENOTDIR'],
    ] as const)
      expect(await runAdmin(target, ['backup', '--to', to])).toMatchObject({
        code: 1,
        err: expect.stringMatching(new RegExp(`^--to: ${to} ${refusal}.*\\n$`)),
      });
    expect(existsSync(join(backup, 'objects', 'tables'))).toBe(false);
  });

  /** Nothing can be made there. */
  const nowhere = '/proc/studio';
  const itOnLinux = process.platform === 'linux' ? it : it.skip;
  itOnLinux('says in one line which folder it cannot be written to, or brought back into', async () => {
    expect(await runAdmin(target, ['backup', '--to', `${nowhere}/backup`])).toMatchObject({
      code: 1,
      err: expect.stringMatching(new RegExp(`^--to: ${nowhere}/backup cannot be written to: ENOENT.*\\n$`)),
    });
    const embedded = { DATA_DIR: nowhere };
    expect(await runAdmin(embedded, ['restore', '--from', backup])).toMatchObject({
      code: 1,
      err: `DATA_DIR: expected a folder that this user may write to (ENOENT), got "${nowhere}".\n`,
    });
    expect(await runAdmin({ TMPDIR: nowhere }, ['verify-backup', '--from', backup])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^TMPDIR: expected a folder that this user may write to.*\n$/),
    });
  });

  const server = process.env['DATABASE_URL'];
  (server ? it : it.skip)('says in one line where the database lets it bring nothing back', () =>
    asStranger(server ?? '', async (url) => {
      const powerless = { DATABASE_URL: url, DATA_DIR: join(folder, 'powerless') };
      expect(await runAdmin(powerless, ['restore', '--from', backup])).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^DATABASE_URL: expected a database in which its role may create .*\n$/),
      });
    }),
  );

  itAtNight(
    'that is damaged is refused, and nothing of it stays but files that it may be run again with',
    async () => {
      const [object = ''] = globSync('objects/*/*', { cwd: backup });
      const bytes = readFileSync(join(backup, object));
      writeFileSync(join(backup, object), 'other bytes');
      const empty = {
        ...target,
        DATA_DIR: join(folder, 'third'),
        DATABASE_URL: '',
        ...freshBucket(),
      } as typeof target;
      const refused = await runAdmin(empty, ['restore', '--from', backup]);
      expect(refused).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^The backup is damaged: .*\n$/m),
      });
      writeFileSync(join(backup, object), bytes);
      for (const [name, damage, refusal] of [
        ['without-users', withoutUsers, 'it lacks the table users. Use another backup.'],
        ['bad-row', spoilProject, 'the rows of projects cannot be restored (invalid input syntax for '],
      ] as const) {
        const damaged = join(folder, name);
        cpSync(backup, damaged, { recursive: true });
        damage(damaged);
        expect(await runAdmin(empty, ['restore', '--from', damaged])).toMatchObject({
          code: 1,
          err: expect.stringContaining(`The backup is damaged: ${refusal}`),
        });
      }
      expect((await runAdmin(empty, ['restore', '--from', backup])).code).toBe(0);
      expect(existsSync(join(folder, 'third', 'postgres'))).toBe(true);
    },
  );

  it('is verified by bringing it back into a studio of its own; what is cut off, altered or too new is refused', async () => {
    const verify = () => runAdmin({ TMPDIR: folder }, ['verify-backup', '--from', backup]);
    expect(await verify()).toMatchObject({
      code: 0,
      out: expect.stringMatching(/is whole: \d+ rows and \d+ files came back as they were\.\n$/),
    });
    const [rows, manifest] = [join(backup, 'tables/projects.jsonl.gz'), join(backup, 'manifest.json')];
    const [object = ''] = globSync('objects/*/*', { cwd: backup });
    const damages = [
      [
        rows,
        (bytes: Buffer) => gzipSync(gunzipSync(bytes).toString().replace('line one', 'line two')),
        'the rows of',
      ],
      [
        rows,
        (bytes: Buffer) => bytes.subarray(0, -20),
        'the rows of projects are not those that were written',
      ],
      [join(backup, object), () => Buffer.from('other bytes'), 'these are not the bytes of'],
      [manifest, (bytes: Buffer) => bytes.subarray(0, -20), 'is not a backup that this studio can read'],
      [
        manifest,
        (bytes: Buffer) =>
          Buffer.from(bytes.toString().replace('"migrations": [', '"migrations": ["29991231-later",')),
        'The backup is of a newer studio',
      ],
    ] as const;
    for (const [file, change, refusal] of nightly ? damages : damages.slice(0, 1)) {
      const whole = readFileSync(file);
      writeFileSync(file, change(whole));
      expect(await verify()).toMatchObject({ code: 1, err: expect.stringContaining(refusal) });
      writeFileSync(file, whole);
    }
    expect(globSync('studio-*', { cwd: folder })).toEqual([]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('leaves no scratch copy when %s ends its check', async (signal) => {
    const child = spawnAdmin({ TMPDIR: folder }, ['verify-backup', '--from', backup]);
    await until(() => globSync('studio-scratch-*/postgres/PG_VERSION', { cwd: folder }).length > 0);
    child.kill(signal);
    const [code] = await once(child, 'close');
    expect(code).toBe(128 + constants.signals[signal]);
    expect(globSync('studio-*', { cwd: folder })).toEqual([]);
  });

  it('shares with an earlier one the files that have not changed, unless they are damaged there', async () => {
    const [first, second, third] = ['first', 'second', 'third'].map((name) =>
      join(folder, `shared-${name}`),
    ) as [string, string, string];
    const make = async (to: string, ...earlier: string[]) =>
      expect(await runAdmin(sameData(studio.config), ['backup', '--to', to, ...earlier])).toMatchObject({
        code: 0,
      });
    const making = async () => {
      await make(first);
      await make(second, '--earlier', first);
      const [object = ''] = globSync('objects/*/*', { cwd: first });
      const whole = readFileSync(join(first, object));
      expect(statSync(join(second, object)).ino).toBe(statSync(join(first, object)).ino);
      writeFileSync(join(second, object), 'other bytes');
      await make(third, '--earlier', second);
      expect(readFileSync(join(third, object))).toEqual(whole);
    };
    await (studio.config.databaseUrl === null ? studio.restart(making) : making());
  });

  it('of a storage that has lost a file says so, has everything else, and is verified like any other', async () => {
    // Passport checks tokens for the last studio of a process, which was one that had been restored.
    await studio.restart();
    await testLibrary(studio).add(ada, 'lost.txt', 'bytes that the storage loses');
    const { hash, key } = await storedAs('bytes that the storage loses');
    await studio.studio.app.get(AssetStorage).remove(key);
    const make = async () =>
      expect(await runAdmin(sameData(studio.config), ['backup', '--to', without])).toMatchObject({
        code: 3,
        err: expect.stringContaining(`The storage has lost or changed 1 file: ${hash}`),
      });
    await (studio.config.databaseUrl === null ? studio.restart(make) : make());
    expect(JSON.parse(readFileSync(join(without, 'manifest.json'), 'utf8'))).toMatchObject({
      missing: [hash],
    });
    expect(await runAdmin({ TMPDIR: folder }, ['verify-backup', '--from', without])).toMatchObject({
      code: 0,
    });
  });

  it('without many of the files is brought back into a studio that starts', async () => {
    const { objects } = JSON.parse(readFileSync(join(without, 'manifest.json'), 'utf8')) as BackupManifest;
    // A start marks no storage that lacks a tenth of the files.
    expect(objects.count).toBeLessThan(9);
    const fresh = {
      ...target,
      DATA_DIR: join(folder, 'lacking'),
      DATABASE_URL: '',
      ...freshBucket(),
    } as typeof target;
    expect(await runAdmin(fresh, ['restore', '--from', without])).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 files are not in the backup: the storage did not have them any more.'),
    });
    const { child } = await startStudioProcess(join(folder, 'lacking'), fresh);
    await endProcess(child, 'SIGTERM');
  });

  it('gives the storage back the files that it has lost, and names those that it does not have either', async () => {
    const library = testLibrary(studio);
    const file = await library.add(ada, 'back.txt', 'bytes that come back');
    const [{ key }, never] = [
      await storedAs('bytes that come back'),
      await storedAs('bytes that the storage loses'),
    ];
    const storage = studio.studio.app.get(AssetStorage);
    const run = (...words: string[]) => runAdmin(sameData(studio.config), words);
    const losing = async () => {
      const having = join(folder, 'having');
      expect(await run('backup', '--to', having)).toMatchObject({ code: 3 });
      await storage.remove(key);
      expect(await run('reconcile', '--from', folder)).toMatchObject({
        code: 1,
        err: expect.stringContaining('is not a complete backup'),
      });
      expect(await run('reconcile', '--from', without)).toMatchObject({
        code: 1,
        out: expect.stringMatching(/^Put back 0 files from .*\nLost or changed: 2 files, /m),
      });
      expect(await run('reconcile', '--from', having)).toMatchObject({
        code: 1,
        out: expect.stringMatching(
          new RegExp(
            `^Put back 1 file from .*\\nLost or changed: 1 file, under these keys: ${never.key}$`,
            'm',
          ),
        ),
      });
    };
    await (studio.config.databaseUrl === null ? studio.restart(losing) : losing());
    expect((await library.serve(file)).content.toString()).toBe('bytes that come back');
  });

  itAtNight('H42 made by an earlier studio is brought back as it was, and then up to date', async () => {
    const earlier = join(folder, 'earlier');
    cpSync(backup, earlier, { recursive: true });
    ageBackup(earlier);
    const fresh = {
      ...target,
      DATA_DIR: join(folder, 'fourth'),
      DATABASE_URL: '',
      ...freshBucket(),
    } as typeof target;
    // The state after a first start that was stopped before there was an account.
    const started = await EmbeddedPostgres.start(join(folder, 'fifth'), 'migrated');
    await started.stop();
    expect(
      await runAdmin({ ...fresh, DATA_DIR: join(folder, 'fifth') }, ['restore', '--from', earlier]),
    ).toMatchObject({
      code: 1,
      err: expect.stringContaining('The database has a newer schema than the backup'),
    });
    expect(await runAdmin(fresh, ['restore', '--from', earlier])).toMatchObject({ code: 0 });
    const back = await startTestStudio(fresh);
    try {
      await expectWhole(back);
      const grace = await signIn(back, 'grace@example.org', ada.password);
      const [forked] = (await back.call('get', '/projects', grace).expect(200)).body.data as [Project];
      const source = await back.call('get', `/projects/${forked.forkedFrom}`, grace).expect(200);
      expect(source.body).toMatchObject({ likes: 1, isLiked: true, forkCount: 1 });
      const revisions = await back.call('get', `/projects/${forked.id}/revisions`, grace).expect(200);
      expect(revisions.body.total).toBe(1);
      expect((await back.call('get', '/projects/public').expect(200)).body.total).toBe(
        (await studio.call('get', '/projects/public').expect(200)).body.total,
      );
      // Features of later schemas work as well.
      const report = { reason: 'spam' };
      await back.call('post', `/projects/${forked.forkedFrom}/report`, grace).send(report).expect(201);
      expect((await signIn(back, ada.user.email, ada.password)).user.id).toBe(ada.user.id);
    } finally {
      await back.studio.close();
    }
  });
});

/** The tables and migrations of the first schema that had backups. */
const firstTables = [
  'users',
  'installation',
  'projects',
  'project_likes',
  'project_views',
  'project_revisions',
  'stored_objects',
  'assets',
  'asset_holds',
  'idempotency_keys',
  'used_tokens',
];
const firstMigrations = ['accounts-and-projects', 'assets', 'revisions', 'forum'].map(
  (of) => `20261121-${of}`,
);

/** Columns that the first schema lacked and today's rows require. */
const laterColumns = ['storage_id', 'storage_paired_at', 'was_public', 'was_embeddable'];

/** Also removes the hashes, which would reveal the other changes. */
function changeManifest(folderOfBackup: string, change: (manifest: BackupManifest) => void): void {
  const file = join(folderOfBackup, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as BackupManifest;
  change(manifest);
  writeFileSync(file, JSON.stringify({ ...manifest, digests: undefined }));
}

function withoutUsers(folderOfBackup: string): void {
  changeManifest(folderOfBackup, ({ tables }) => {
    delete tables['users'];
  });
}

/** Puts in a value that the database refuses. */
function spoilProject(folderOfBackup: string): void {
  changeManifest(folderOfBackup, () => undefined);
  const file = join(folderOfBackup, 'tables/projects.jsonl.gz');
  const rows = gunzipSync(readFileSync(file)).toString();
  writeFileSync(file, gzipSync(rows.replace(/"views":\d+/, '"views":"many"')));
}

/** Turns a backup into one as the first studio with backups would have written it. */
function ageBackup(folderOfBackup: string): void {
  const fileOf = (table: string) => join(folderOfBackup, 'tables', `${table}.jsonl.gz`);
  const manifestFile = join(folderOfBackup, 'manifest.json');
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as BackupManifest;
  for (const table of Object.keys(manifest.tables).filter((name) => !firstTables.includes(name))) {
    delete manifest.tables[table];
    rmSync(fileOf(table));
  }
  for (const table of ['projects', 'installation']) {
    const lines = gunzipSync(readFileSync(fileOf(table)))
      .toString()
      .split('\n')
      .slice(0, -1);
    const rows = lines.map((line) => {
      const columns = Object.entries(JSON.parse(line) as object);
      return `${JSON.stringify(Object.fromEntries(columns.filter(([name]) => !laterColumns.includes(name))))}\n`;
    });
    writeFileSync(fileOf(table), gzipSync(rows.join('')));
  }
  writeFileSync(
    manifestFile,
    JSON.stringify({ ...manifest, digests: undefined, migrations: firstMigrations }),
  );
}

/** Runs `work` while saves, uploads, deletions and reads go on. */
async function whileWorking<T>(
  person: Person,
  library: ReturnType<typeof testLibrary>,
  liked: string,
  work: () => Promise<T>,
): Promise<T> {
  const end = new AbortController();
  const { signal } = end;
  const saving = async () => {
    const { id } = await studio.project(person, { html: 'text 1' });
    for (let i = 2; !signal.aborted; i++)
      await studio
        .call('put', `/projects/${id}`, person)
        .send({ html: `text ${i}` })
        .expect(200);
  };
  const uploading = async () => {
    for (let i = 0; !signal.aborted; i++) {
      const asset = await library.add(person, `${i}.txt`, `the bytes of file ${i}`);
      // However long the work takes, few stay: later, one file that is lost must be more than a tenth of them.
      if (i % 2 === 0 || i > 6) await library.remove(person, asset).expect(204);
    }
  };
  const reading = async () => {
    while (!signal.aborted) await studio.call('get', `/projects/${liked}`).expect(200);
  };
  const load = Promise.all([saving(), uploading(), reading()]);
  try {
    return await work();
  } finally {
    end.abort();
    await load;
  }
}

/** Checks that every file that a row names exists with its hash, and that the rows are from one moment. */
async function expectWhole({ studio: { app } }: TestStudio): Promise<void> {
  const { sql: tables } = app.get(Database);
  const { rows: files } = await sql<{ hash: string; key: string }>`
    select distinct hash, storage_key as key from assets join stored_objects on hash = object_hash`.execute(
    tables,
  );
  expect(files.length).toBeGreaterThan(0);
  for (const { hash, key } of files) {
    const bytes = await buffer(await app.get(AssetStorage).read(key));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash);
  }
  const { rows } = await sql<{ id: string }>`select id from projects p where
    likes <> (select count(*) from project_likes l where l.project_id = p.id)
    or html <> (select html from project_revisions r where r.project_id = p.id order by rev desc limit 1)`.execute(
    tables,
  );
  expect(rows).toEqual([]);
}
