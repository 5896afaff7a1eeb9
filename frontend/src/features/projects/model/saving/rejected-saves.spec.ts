import { durations } from '@studio/contract/durations';
import { limits } from '@studio/contract/limits';
import { ada, done, type FakePage, type FakeStudio, openFakeStudio } from '@/testing/fake-browser.ts';
import { silenceWarnings } from '@/testing/silence-console.ts';
import { offeredDraft } from '../local-copies/draft-offer.ts';
import { badge } from '../save-status.ts';
import { rejectionReason } from './text-limits.ts';

// Imported here, as it is otherwise loaded on demand when a project is opened.

const tooLong = 'x'.repeat(limits.sourceBytes + 24);

let studio: FakeStudio;
let page: FakePage;
const state = () => page.store.getState();
const stored = () => [...studio.server.projects.values()];

beforeEach(() => {
  silenceWarnings();
  studio = openFakeStudio();
  page = studio.open();
});

describe('H80: text over a limit', () => {
  test('is said with its excess, not sent, and saved by itself once it fits', async () => {
    const { id } = await page.openOwn();
    page.store.actions.edit('html', tooLong);
    await studio.time.pass(2_000);
    expect(rejectionReason(state())).toBe(
      'The HTML has 1,048,600 of at most 1,048,576 bytes (1 MiB): 24 too many.',
    );
    expect(await page.store.actions.save('manual')).toMatchObject({
      ok: false,
      detail: expect.stringContaining('24 too many'),
    });
    page.store.actions.edit('html', tooLong.slice(0, -4));
    await studio.time.pass(500);
    expect(rejectionReason(state())).toContain('20 too many');
    page.store.leave();
    page.store.wake();
    await studio.time.pass(60_000);
    expect([studio.server.saves(), badge(state())]).toEqual([[], 'Unsaved']);

    page.store.actions.edit('html', tooLong.slice(24));
    await studio.time.pass(2_000);
    expect([badge(state()), rejectionReason(state())]).toEqual(['Saved', null]);
    expect(studio.server.projects.get(id)?.html).toHaveLength(limits.sourceBytes);
  });

  test.each([
    ['css', 'ü'.repeat(limits.sourceBytes / 2 + 1), 'The CSS has 1,048,578 of at most'],
    ['js', '😀'.repeat(limits.sourceBytes / 4 + 1), 'The JavaScript has 1,048,580 of at most'],
  ] as const)('is measured in bytes, in every pane (%s)', async (language, text, reason) => {
    await page.openOwn();
    page.store.actions.edit(language, text);
    await page.store.actions.save('manual');
    expect(rejectionReason(state())).toContain(reason);
    page.store.actions.edit(language, text.slice(2));
    await page.store.actions.save('manual');
    expect(badge(state())).toBe('Saved');
  });

  test('is saved where another project is opened while it is measured, if it fits', async () => {
    const { id } = await page.openOwn();
    const large = 'x'.repeat(limits.sourceBytes / 2);
    page.store.actions.edit('html', large);
    const saved = page.store.actions.save('manual');
    await Promise.resolve();
    page.store.actions.startBlank();
    expect(await saved).toEqual({ ok: true, toast: 'Project saved' });
    expect([studio.server.projects.get(id)?.html, state().typed.html]).toEqual([large, '']);
  });

  test('is said of a title too', async () => {
    await page.openOwn();
    page.store.actions.commitTitle('t'.repeat(limits.titleLength + 1));
    await page.store.actions.save('manual');
    expect(rejectionReason(state())).toBe('The title has 121 of at most 120 characters: 1 too many.');
  });

  test.each(['New', 'Load', 'logout'])('is offered again after %s and more than a day', async (way) => {
    const { id } = await page.openOwn();
    const other = studio.server.add({ userId: ada.id, html: 'other' });
    page.store.actions.edit('html', tooLong);
    await studio.time.pass(2_000);
    if (way === 'New') page.store.actions.startBlank();
    if (way === 'Load') await done(page.store.actions.open(other.id));
    if (way === 'logout') page.store.actions.clearWorkingCopy();
    await studio.time.pass(3 * durations.restoreWindow);
    page = await page.reload();
    await done(page.store.actions.openShared(id));
    await studio.time.pass(0);
    expect(offeredDraft(state())?.content.html).toHaveLength(tooLong.length);
    await page.store.actions.restoreDraft();
    await studio.time.pass(2_000);
    expect(rejectionReason(state())).toContain('24 too many');
  });
});

describe('H80: what the server refuses', () => {
  test.each([
    [400, 'validation_failed', 'Title must not contain NUL or lone surrogates.'],
    [413, 'quota_exceeded', 'An account holds at most 2,000 projects.'],
    [403, 'suspended', 'This account is suspended.'],
  ])('%i %s is said, and sent again only when the text is another', async (status, code, detail) => {
    page.store.actions.startBlank();
    page.store.actions.edit('html', '<p>worth saving</p>');
    studio.fate = () => ({ refused: { status, body: { statusCode: status, code, detail } } });
    await studio.time.pass(2_000);
    expect([rejectionReason(state()), badge(state())]).toEqual([detail, 'Unsaved']);
    const sent = studio.sent;
    page.store.leave();
    page.store.wake();
    await studio.time.pass(60_000);
    expect(studio.sent).toBe(sent);
    expect(await page.store.actions.save('manual')).toMatchObject({
      ok: false,
      detail: expect.stringContaining(detail),
    });
    expect(studio.sent).toBe(sent + 1);

    studio.fate = () => 'delivered';
    page.store.actions.edit('html', '<p>worth saving, still</p>');
    await studio.time.pass(2_000);
    expect([rejectionReason(state()), badge(state())]).toEqual([null, 'Saved']);
  });

  const refuseText = () => {
    const body = { statusCode: 400, code: 'validation_failed', detail: 'HTML must not contain NUL.' };
    studio.fate = () => ({ refused: { status: 400, body } });
  };

  test('is said no longer once it is undone, and neither of later text', async () => {
    await page.openOwn();
    page.store.actions.edit('html', 'refused');
    refuseText();
    await studio.time.pass(2_000);
    expect(rejectionReason(state())).toBe('HTML must not contain NUL.');
    page.store.actions.edit('html', '<p>one</p>');
    expect([rejectionReason(state()), badge(state())]).toEqual([null, 'Saved']);
    page.store.actions.edit('html', '<p>two</p>');
    expect([rejectionReason(state()), badge(state())]).toEqual([null, 'Unsaved']);
  });

  test('is said no longer once the text from elsewhere has taken its place', async () => {
    const { id } = await page.openOwn();
    page.store.actions.edit('html', 'mine');
    studio.server.saveElsewhere(id, { html: 'theirs' });
    await studio.time.pass(2_000);
    refuseText();
    await page.store.actions.resolveConflict('copy');
    expect(rejectionReason(state())).toBe('HTML must not contain NUL.');
    await page.store.actions.resolveConflict('theirs');
    expect([rejectionReason(state()), badge(state())]).toEqual([null, 'Saved']);
  });

  test('is not sent again where a proxy before the studio refuses its size', async () => {
    await page.openOwn();
    studio.fate = () => ({ refused: { status: 413, body: {} } });
    page.store.actions.edit('html', 'too much for the proxy');
    await studio.time.pass(60_000);
    expect(studio.sent).toBe(2);
    expect(rejectionReason(state())).toBe('An error occurred.');
  });

  test('is said of a new project, too, in which nothing was typed', async () => {
    page.store.actions.startBlank();
    refuseText();
    await page.store.actions.save('manual');
    expect(rejectionReason(state())).toBe('HTML must not contain NUL.');
  });

  test('a publication that is refused saves the project as private at once', async () => {
    const publishableFrom = '2026-11-23T12:00:00.000Z';
    page.store.actions.startBlank();
    await page.store.actions.setVisibility(true);
    page.store.actions.edit('html', '<p>worth saving</p>');
    const rule = { publishableFrom, most: 5, group: null };
    const limit = { status: 429, body: { code: 'publish_limit', detail: 'Not yet.', ...rule } };
    const fates = [{ refused: limit }];
    studio.fate = () => fates.shift() ?? 'delivered';
    await studio.time.pass(2_000);
    expect(stored()).toMatchObject([{ isPublic: false, html: '<p>worth saving</p>' }]);
    expect(state()).toMatchObject({
      notice: { kind: 'publication', limit: rule },
      project: { isPublic: false },
      dirty: false,
    });
    expect(studio.server.saves()).toHaveLength(1);
  });

  test('a publication that is refused after it was given up saves the project as private, too', async () => {
    const limit = { publishableFrom: '2026-11-23T12:00:00.000Z', most: 5, group: null };
    const body = { code: 'publish_limit', detail: 'Not yet.', ...limit };
    page.store.actions.startBlank();
    await page.store.actions.setVisibility(true);
    page.store.actions.edit('html', '<p>worth saving</p>');
    studio.fate = () => 'lost on the way';
    await studio.time.pass(2_000);
    await page.store.actions.setVisibility(false);
    const fates = [{ refused: { status: 429, body } }];
    studio.fate = () => fates.shift() ?? 'delivered';
    await studio.time.pass(5_000);
    expect(stored()).toMatchObject([{ isPublic: false, html: '<p>worth saving</p>' }]);
    expect([badge(state()), state().notice]).toEqual(['Saved', null]);
  });
});
