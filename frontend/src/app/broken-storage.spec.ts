import { FrameworkConfig } from '@studio/contract/http/frameworks';
import * as fc from 'fast-check';
import { columnsOf } from '@/features/editor/model/editor-look.ts';
import { storeFramework } from '@/features/frameworks/model/stored-framework.ts';
import { createSettingsStore } from '@/features/settings/model/settings.ts';
import { readToken } from '@/lib/browser-session.ts';
import { browserStorage } from '@/lib/browser-storage.ts';
import { readStoredEditorSettings } from '@/startup/stored-values.ts';
import { ada, done, openFakeStudio } from '@/testing/fake-browser.ts';
import { randomSeed } from '@/testing/random-seed.ts';
import { silenceWarnings } from '@/testing/silence-console.ts';
import { settled } from '@/testing/virtual-time.ts';
import { pathAfterLogin } from './routes/path-after-login.ts';

const local = browserStorage(() => window.localStorage);
const id = 'p'.repeat(16);

/**
 * All keys in browser storage (specification: Browser storage), including drafts, which are there if IndexedDB fails.
 */
const localKeys = [
  'codestudio_token',
  'codestudio_user',
  'codestudio_current_project',
  'pendingSharedProject',
  'frameworkSelector_current',
  `frameworkConfig_${id}`,
  'codestudio_settings',
  `codestudio_draft/${ada.id}/${id}/tab-1`,
];

/** Records with real field names and arbitrary values. */
const names = [
  'project',
  'id',
  'key',
  'userId',
  'owner',
  'timestamp',
  'html',
  'framework',
  'theme',
  'dirty',
  'savedAt',
];
const record = fc.dictionary(
  fc.constantFrom(...names),
  fc.oneof(fc.jsonValue(), fc.constantFrom(ada.id, id, '../x', Date.now(), '__proto__', 1e308, -1)),
);
const foreign = fc.oneof(
  fc.string(),
  fc.json(),
  record.map((fields) => JSON.stringify(fields)),
  fc.tuple(record, record).map(([outer, project]) => JSON.stringify({ ...outer, project })),
  fc.constantFrom('', 'null', 'undefined', '[]', '{', '"', '\u0000', '{"__proto__":{"html":1}}'),
);
const storages = fc.record({
  local: fc.dictionary(fc.constantFrom(...localKeys), foreign),
  loaded: foreign,
});

beforeEach(() => silenceWarnings());

test('whatever lies in the storage, a project opens as the server has it, and what is typed is saved', async () => {
  await fc.assert(
    fc.asyncProperty(storages, fc.boolean(), async ({ local: values, loaded }, byAddress) => {
      const studio = openFakeStudio();
      const { html } = studio.server.add({ id, userId: ada.id, html: '<p>kept</p>' });
      for (const [key, value] of Object.entries(values)) window.localStorage.setItem(key, value);
      window.sessionStorage.setItem('loadedSharedProjects', loaded);

      const { store } = studio.open();
      const end = storeFramework(store, local, studio.time);
      if (byAddress) {
        await done(store.actions.openShared(id));
        expect(store.getState().project).toMatchObject({ id, html });
      } else {
        await done(store.actions.restore());
      }
      expect(store.getState().opening).toBeGreaterThan(0);
      expect(FrameworkConfig.safeParse(store.getState().project.frameworkConfig).success).toBe(true);

      store.actions.edit('html', '<p>typed after all of that</p>');
      const saved = store.actions.save('manual');
      await settled();
      expect(await saved).toMatchObject({ ok: true });
      expect([...studio.server.projects.values()].map((stored) => stored.html)).toContain(
        '<p>typed after all of that</p>',
      );
      end();
    }),
    { numRuns: 150, seed: randomSeed },
  );
});

test('whatever lies in the storage, the look, the token and the way after a login are sound', () => {
  fc.assert(
    fc.property(foreign, (value) => {
      for (const key of localKeys) window.localStorage.setItem(key, value);
      const { theme, fontSize, tabSize, wordWrap } = createSettingsStore(local).getState().settings;
      expect(readStoredEditorSettings()).toEqual({ theme, fontSize, tabSize: columnsOf(tabSize), wordWrap });
      expect(pathAfterLogin(local)).toMatch(/^\/(project\/[0-9a-z]{16})?$/);
      const token = readToken(local);
      expect(token === null || new Headers({ authorization: `Bearer ${token}` }).has('authorization')).toBe(
        true,
      );
    }),
  );
});
