import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { startTestStudio, type TestStudio } from '../../test/support/studio/test-studio.js';

let studio: TestStudio;
beforeAll(async () => {
  studio = await startTestStudio();
});
afterAll(() => studio.stop());

describe('the schema', () => {
  it('that the migrations make is what the entities declare, every index included', async () => {
    const orm = studio.studio.app.get(MikroORM);
    expect(await orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
  });

  it('is made once: a second start makes no second welcome project', async () => {
    await studio.restart();
    const { body } = await studio.call('get', '/projects/public').expect(200);
    expect(body.total).toBe(1);
  });
});
