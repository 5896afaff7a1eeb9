import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { type RegistryStudio, startRegistryStudio } from '../../../../test/support/studio/registry-studio.js';
import { Database } from '../../../database/database.js';

let setup: RegistryStudio;

beforeAll(async () => {
  setup = await startRegistryStudio({ PACKAGE_STORAGE: '1' });
});
afterAll(() => setup.stop());

it('H84 packages are fetched until twice their room is taken, and those that are stored are there anyway', async () => {
  setup.registry.publish('first', { version: '1.0.0' });
  expect((await setup.resolve(['first'])).problems).toEqual([]);
  await setup.studio.restart();
  const tables = setup.studio.studio.app.get(Database).sql;
  await sql`update package_objects set size = 3000000 where package_name = 'first'`.execute(tables);
  setup.registry.publish('first', { version: '1.1.0' });
  setup.registry.publish('second');
  expect((await setup.resolve(['second'])).problems).toMatchObject([
    {
      code: 'registry_unavailable',
      message:
        'second 1.0.0 cannot be stored: this studio has no room for more packages. It deletes unused ones within two days; its operator can give it more room with PACKAGE_STORAGE',
    },
  ]);
  expect(setup.registry.requests.filter((path) => path.endsWith('.tgz'))).toEqual(['/-/first-1.0.0.tgz']);
  expect(await setup.resolve(['first'])).toMatchObject({ problems: [], packages: { first: '1.0.0' } });
});

it('H84 very many small archives take room as well', async () => {
  const tables = setup.studio.studio.app.get(Database).sql;
  await sql`truncate package_objects, stored_packages`.execute(tables);
  await sql`insert into package_objects (storage_key, package_name, package_version, part, hash, size)
    select n, 'small', '1.0.0', n, n, 10 from generate_series(1, 600) n`.execute(tables);
  setup.registry.publish('third');
  expect((await setup.resolve(['third'])).problems).toMatchObject([
    { message: expect.stringContaining('this studio has no room for more packages') },
  ]);
});
