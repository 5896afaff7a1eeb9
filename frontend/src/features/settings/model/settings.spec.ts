import { jest } from '@jest/globals';
import { browserStorage, localStore } from '@/lib/browser-storage.ts';
import { silenceWarnings } from '@/testing/silence-console.ts';
import { createSettingsStore, type Settings, settingsStore } from './settings.ts';

const defaults = {
  theme: 'dark',
  autoSave: true,
  fontSize: 14,
  keyBindings: 'default',
  tabSize: 'auto',
  wordWrap: true,
  formatOnSave: false,
  autoRun: true,
  clearConsole: true,
};
const key = 'codestudio_settings';

/** The settings of a browser that has stored this text. */
function settingsOf(stored: string): Settings {
  localStorage.setItem(key, stored);
  return createSettingsStore(localStore).getState().settings;
}

const nothingPoints = window.matchMedia;
beforeEach(() => {
  localStorage.clear();
  window.matchMedia = (media) =>
    Object.assign(nothingPoints(media), { matches: media === '(any-pointer: fine)' });
});
afterEach(() => {
  window.matchMedia = nothingPoints;
  jest.restoreAllMocks();
});

test('a browser that is new here has the defaults', () => {
  expect(createSettingsStore(localStore).getState().settings).toEqual(defaults);
});

test('where people have fingers alone, code is 16 px until they choose', () => {
  window.matchMedia = nothingPoints;
  expect(createSettingsStore(localStore).getState().settings.fontSize).toBe(16);
  expect(settingsOf('{"theme":"light"}').fontSize).toBe(16);
  expect(settingsOf('{"fontSize":12}').fontSize).toBe(12);
});

test('a broken field has its default and the others keep what they say', () => {
  expect(
    settingsOf(
      '{"theme":"pink","fontSize":18,"autoSave":"no","keyBindings":"vim","tabSize":3,"wordWrap":0,"more":1}',
    ),
  ).toEqual({
    ...defaults,
    fontSize: 18,
    keyBindings: 'vim',
  });
});

test.each(['', '{', 'null', '3', '[]', '"dark"', '{"fontSize":13}', '{"fontSize":"14"}'])(
  'what cannot be settings is ignored: %s',
  (stored) => {
    silenceWarnings();
    expect(settingsOf(stored)).toEqual(defaults);
  },
);

test('a change is stored with all the rest, and read again', () => {
  localStorage.setItem(key, '{"keyBindings":"vim"}');
  createSettingsStore(localStore).getState().change({ fontSize: 16 });
  expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual({
    ...defaults,
    fontSize: 16,
    keyBindings: 'vim',
  });
  expect(createSettingsStore(localStore).getState().settings.fontSize).toBe(16);
});

test('without a storage settings hold until the page is left', () => {
  const warnings = silenceWarnings();
  const blocked = browserStorage(() => {
    throw new Error('blocked');
  });
  const store = createSettingsStore(blocked);
  store.getState().change({ theme: 'light' });
  expect(store.getState().settings).toEqual({ ...defaults, theme: 'light' });
  expect(warnings).toHaveBeenCalledTimes(2);
});

test('what another tab changes holds here at once', () => {
  localStorage.setItem(key, JSON.stringify({ ...defaults, theme: 'light' }));
  window.dispatchEvent(new StorageEvent('storage', { key }));
  expect(settingsStore.getState().settings.theme).toBe('light');
});
