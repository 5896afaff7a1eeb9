import { jest } from '@jest/globals';
import {
  ada,
  announce,
  bob,
  done,
  type FakePage,
  type FakeStudio,
  openFakeStudio,
} from '@/testing/fake-browser.ts';
import { silenceWarnings } from '@/testing/silence-console.ts';
import { settled } from '@/testing/virtual-time.ts';
import { badge } from '../save-status.ts';
import '../local-copies/draft-offer.ts';
import { createRetry } from './request-scheduling.ts';

let studio: FakeStudio;
let page: FakePage;
const state = () => page.store.getState();
const shown = () => badge(state());
const stored = (id: string) => studio.server.projects.get(id);

beforeEach(() => {
  silenceWarnings();
  studio = openFakeStudio();
  page = studio.open();
});

describe('a network that fails', () => {
  test('offline while typing: the badge is correct, and everything is saved within 5 s of reconnecting', async () => {
    const project = await page.openOwn();
    studio.fate = () => 'lost on the way';
    for (let second = 0; second < 60; second += 1) {
      page.store.actions.edit('html', `typed ${second}`);
      expect(shown()).not.toBe('Saved');
      await studio.time.pass(1_000);
    }
    await studio.time.pass(10_000);
    expect(state().notice).toMatchObject({ kind: 'offline' });
    studio.fate = () => 'delivered';
    await studio.time.pass(5_000);
    expect(stored(project.id)?.html).toBe('typed 59');
    expect([shown(), state().notice]).toEqual(['Saved', null]);
  });

  test.each(['clean', 'dirty'])(
    'a project whose first save was never answered, and that another device has written on, is not overwritten (%s)',
    async (here) => {
      page.store.actions.startBlank();
      page.store.actions.edit('html', '<p>worth saving</p>');
      const fates = ['answer lost', 'lost on the way'] as const;
      let sent = 0;
      studio.fate = () => fates[sent++] ?? 'lost on the way';
      await studio.time.pass(2_000);
      const [project] = studio.server.projects.values();
      studio.server.saveElsewhere(project?.id ?? '', { html: '<p>written on the phone</p>' });
      if (here === 'dirty') page.store.actions.edit('html', '<p>worth saving, and more</p>');
      studio.fate = () => 'delivered';
      page.store.wake();
      await studio.time.pass(10_000);
      expect(stored(project?.id ?? '')?.html).toBe('<p>written on the phone</p>');
      if (here === 'clean')
        expect([state().typed.html, shown()]).toEqual(['<p>written on the phone</p>', 'Saved']);
      else
        expect(state()).toMatchObject({
          save: { conflict: { version: 2 } },
          typed: { html: '<p>worth saving, and more</p>' },
        });
      await page.store.actions.save('manual');
      expect(stored(project?.id ?? '')?.html).toBe('<p>written on the phone</p>');
    },
  );

  test('a save by hand that has to wait says that the text is in this browser, and is done by itself', async () => {
    const project = await page.openOwn();
    studio.autoSave = false;
    studio.fate = () => 'lost on the way';
    page.store.actions.edit('html', 'typed');
    const outcome = page.store.actions.save('manual');
    await studio.time.pass(300);
    expect(await outcome).toMatchObject({ toast: 'Save failed', pending: true });
    expect(shown()).toBe('Unsaved');
    studio.fate = () => 'delivered';
    await studio.time.pass(5_000);
    expect(stored(project.id)?.html).toBe('typed');
  });

  test('the notice says what stands in the way now', async () => {
    await page.openOwn();
    studio.fate = () => 'lost on the way';
    page.store.actions.edit('html', 'typed');
    await studio.time.pass(2_000);
    expect(state().notice).toMatchObject({ kind: 'offline', error: { status: null } });
    studio.fate = () => 'unavailable';
    await studio.time.pass(5_000);
    expect(state().notice).toMatchObject({ kind: 'offline', error: { status: 503 } });
  });

  test('the offline notice goes when nothing waits any more, however that came about', async () => {
    const project = await page.openOwn();
    studio.fate = () => 'answer lost';
    page.store.actions.edit('html', 'arrived');
    await studio.time.pass(2_000);
    expect(state().notice).toMatchObject({ kind: 'offline' });
    studio.fate = () => 'delivered';
    await page.remote.watched(project.id, { version: 2, likes: 0, views: 0, forkCount: 0 });
    expect([shown(), state().notice]).toEqual(['Saved', null]);
  });

  test('the offline notice goes when a conflict stands in the way instead', async () => {
    const project = await page.openOwn();
    studio.fate = () => 'lost on the way';
    page.store.actions.edit('html', 'mine');
    await studio.time.pass(2_000);
    expect(state().notice).toMatchObject({ kind: 'offline' });
    studio.server.saveElsewhere(project.id, { html: 'theirs' });
    studio.fate = () => 'delivered';
    await studio.time.pass(5_000);
    expect(state()).toMatchObject({ save: { conflict: { html: 'theirs' } }, notice: null });
  });

  test('the offline notice goes when the server refuses the text', async () => {
    await page.openOwn();
    studio.fate = () => 'lost on the way';
    page.store.actions.edit('html', 'mine');
    await studio.time.pass(2_000);
    studio.fate = () => ({
      refused: { status: 413, body: { code: 'payload_too_large', detail: 'Too large.' } },
    });
    await studio.time.pass(5_000);
    expect(state()).toMatchObject({ rejection: { reason: 'Too large.' }, notice: null, dirty: true });
  });

  test('an online event sends at once, even past a request that hangs', async () => {
    const project = await page.openOwn();
    studio.fate = () => ({ slow: 29_000 });
    page.store.actions.edit('html', 'hanging');
    await studio.time.pass(2_500);
    page.store.actions.edit('html', 'newest');
    studio.fate = () => 'delivered';
    page.store.wake();
    await studio.time.pass(0);
    expect(stored(project.id)?.html).toBe('newest');
    expect(shown()).toBe('Saved');
  });

  test.each([
    ['has not arrived', 'held up', false],
    ['has arrived', { slow: 29_000 }, true],
  ] as const)(
    'nor do saves then wait for another operation that hangs, whose request %s',
    async (_how, fate, isPublic) => {
      const project = await page.openOwn();
      studio.fate = () => fate;
      void page.store.actions.setVisibility(true);
      await settled();
      page.store.actions.edit('html', 'newest');
      void page.store.actions.save('manual');
      await studio.time.pass(10_000);
      expect(stored(project.id)?.html).not.toBe('newest');
      studio.fate = () => 'delivered';
      page.store.wake();
      await settled();
      expect([stored(project.id)?.html, shown()]).toEqual(['newest', 'Saved']);
      await studio.time.pass(30_000);
      expect([stored(project.id)?.html, shown()]).toEqual(['newest', 'Saved']);
      expect(state()).toMatchObject({ project: { isPublic }, save: { conflict: null } });
    },
  );

  test('an operation that is answered after a conflict leaves it there', async () => {
    const project = await page.openOwn();
    studio.fate = () => ({ slow: 5_000 });
    void page.store.actions.setVisibility(true);
    await settled();
    studio.fate = () => 'delivered';
    page.store.actions.edit('html', 'mine');
    studio.server.saveElsewhere(project.id, { html: 'theirs' });
    page.store.wake();
    await studio.time.pass(10_000);
    expect(state()).toMatchObject({ typed: { html: 'mine' }, save: { conflict: { html: 'theirs' } } });
  });

  test('operations keep their order, although saves have passed them', async () => {
    const project = await page.openOwn();
    studio.fate = () => ({ late: 5_000 });
    void page.store.actions.setEmbedding(true);
    await settled();
    page.store.wake();
    studio.fate = () => 'delivered';
    void page.store.actions.setEmbedding(false);
    await studio.time.pass(10_000);
    expect(studio.server.saves().map(({ body }) => body.isEmbeddable)).toEqual([true, false]);
    expect(stored(project.id)?.isEmbeddable).toBe(false);
  });

  test('a save that is answered after an operation beside it takes nothing back', async () => {
    await page.openOwn();
    studio.fate = () => ({ late: 1_000 });
    void page.store.actions.setVisibility(true);
    await settled();
    studio.fate = () => ({ slow: 5_000 });
    page.store.actions.edit('html', 'newest');
    page.store.wake();
    await studio.time.pass(10_000);
    expect([shown(), state().project]).toMatchObject(['Saved', { version: 3, isPublic: true }]);
  });

  test('a reading of what was saved elsewhere holds up no save', async () => {
    const project = await page.openOwn();
    studio.fate = () => ({ slow: 29_000 });
    void announce(page, studio.server.saveElsewhere(project.id, { isPublic: true }), 'other');
    await settled();
    studio.fate = () => 'delivered';
    page.store.actions.edit('html', 'newest');
    void page.store.actions.save('manual');
    await settled();
    expect([stored(project.id)?.html, shown()]).toEqual(['newest', 'Saved']);
    await studio.time.pass(30_000);
    expect([state().typed.html, shown()]).toEqual(['newest', 'Saved']);
  });

  test('a lost response to a create is repeated with the same key: one project, the newest text', async () => {
    page.store.actions.startBlank();
    studio.fate = () => 'answer lost';
    page.store.actions.edit('html', 'first text of it');
    await studio.time.pass(4_000);
    page.store.actions.edit('html', 'newer text of it');
    await studio.time.pass(4_000);
    studio.fate = () => 'delivered';
    await studio.time.pass(5_000);
    expect([...studio.server.projects.values()].map(({ html }) => html)).toEqual(['newer text of it']);
    expect(shown()).toBe('Saved');
  });

  test('a lost response to a create whose project was deleted since: the text is saved as another one', async () => {
    page.store.actions.startBlank();
    studio.fate = () => 'answer lost';
    page.store.actions.edit('html', 'first text of it');
    await studio.time.pass(2_500);
    const [created] = studio.server.projects.keys();
    studio.server.projects.delete(created ?? '');
    studio.fate = () => 'delivered';
    await studio.time.pass(5_000);
    expect([...studio.server.projects.values()].map(({ html }) => html)).toEqual(['first text of it']);
    expect(shown()).toBe('Saved');
  });

  test('a first save that the studio finds nowhere is refused, not sent without end', async () => {
    page.store.actions.startBlank();
    studio.fate = () => ({ refused: { status: 404, body: { code: 'not_found', detail: 'Nowhere.' } } });
    page.store.actions.edit('html', 'first text of it');
    expect(await page.store.actions.save('manual')).toMatchObject({ ok: false, toast: 'Save failed' });
    expect(studio.sent).toBe(1);
  });

  test('a copy without a response is not promised by a notice, and another Save Copy makes no second one', async () => {
    const theirs = studio.server.add({ userId: bob.id, isPublic: true, html: 'theirs' });
    await done(page.store.actions.open(theirs.id));
    studio.fate = () => 'answer lost';
    expect(await page.store.actions.save('manual')).toMatchObject({ toast: 'Save failed' });
    expect(state().notice).toBeNull();
    studio.fate = () => 'delivered';
    await studio.time.pass(60_000);
    expect(state().project.id).toBe(theirs.id);
    expect(await page.store.actions.save('manual')).toMatchObject({ toast: 'Project copy saved' });
    expect([...studio.server.projects.values()].map(({ userId }) => userId)).toEqual([bob.id, ada.id]);
  });

  test('the return of the connection does not cut off a copy, which would not be sent again', async () => {
    const theirs = studio.server.add({ userId: bob.id, isPublic: true, html: 'theirs' });
    await done(page.store.actions.open(theirs.id));
    studio.fate = () => ({ slow: 1_000 });
    const copied = page.store.actions.save('manual');
    await studio.time.pass(500);
    page.store.wake();
    await studio.time.pass(500);
    expect(await copied).toMatchObject({ toast: 'Project copy saved' });
    expect(studio.server.saves()).toHaveLength(1);
  });

  test('the key of a create outlives a reload', async () => {
    page.store.actions.startBlank();
    studio.fate = () => 'answer lost';
    page.store.actions.edit('html', 'first text of it');
    await studio.time.pass(2_000);
    page.crash();
    studio.fate = () => 'delivered';
    page = studio.open();
    await page.store.actions.restore();
    page.store.actions.edit('html', 'after the reload');
    await studio.time.pass(5_000);
    expect([...studio.server.projects.values()].map(({ html }) => html)).toEqual(['after the reload']);
  });

  test('a lost response to an update is no conflict with oneself', async () => {
    const project = await page.openOwn();
    studio.fate = () => 'answer lost';
    page.store.actions.edit('html', 'a');
    await studio.time.pass(2_000);
    page.store.actions.edit('html', 'ab');
    studio.fate = () => 'delivered';
    await studio.time.pass(5_000);
    expect([shown(), state().save.conflict, stored(project.id)?.html]).toEqual(['Saved', null, 'ab']);
  });

  test('503 is retried, with waits that grow and never pass 4 s', async () => {
    await page.openOwn();
    const times: number[] = [];
    studio.fate = () => {
      times.push(studio.time.now());
      return 'unavailable';
    };
    page.store.actions.edit('html', 'x');
    await studio.time.pass(30_000);
    const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(waits.slice(0, 5)).toEqual([375, 750, 1_500, 3_000, 3_000]);
  });
});

describe('a budget that is spent', () => {
  test('a save that gets 429 waits as long as the server says; the page says so, and the badge stays true', async () => {
    const project = await page.openOwn();
    const times: number[] = [];
    studio.fate = () => {
      times.push(studio.time.now());
      return 'too many';
    };
    page.store.actions.edit('html', 'typed meanwhile');
    await studio.time.pass(2_500);
    const wait = 'That was too many requests at once. Try again in 20 seconds.';
    expect(shown()).toBe('Unsaved');
    expect(state().notice).toMatchObject({ kind: 'offline', error: { status: 429, message: wait } });
    expect(await page.store.actions.save('manual')).toMatchObject({ detail: expect.stringContaining(wait) });

    times.length = 0;
    await studio.time.pass(5_000);
    page.store.actions.edit('html', 'typed meanwhile, and more');
    await studio.time.pass(14_000);
    expect([times, shown()]).toEqual([[], 'Unsaved']);
    studio.fate = () => 'delivered';
    await studio.time.pass(5_000);
    expect([shown(), state().notice]).toEqual(['Saved', null]);
    expect(stored(project.id)?.html).toBe('typed meanwhile, and more');
  });
});

describe('retries', () => {
  test('are spread, also where the server names one moment for all', () => {
    const waits = Array.from({ length: 1_000 }, (_, tab) => {
      let waited = 0;
      const time = { now: () => 0, after: (milliseconds: number) => ((waited = milliseconds), () => {}) };
      createRetry({ time, random: () => tab / 1_000 }, () => {}).schedule(2);
      return waited;
    });
    expect(Math.min(...waits)).toBe(2_000);
    expect(waits.filter((wait) => wait < 3_000).length).toBeLessThan(600);
    expect(Math.max(...waits)).toBeLessThan(4_000);
  });
});

describe('a dead session', () => {
  test('keeps the draft and saves it after the next login', async () => {
    const project = await page.openOwn();
    studio.user = null;
    const handle = studio.server.handle;
    studio.user = ada;
    studio.server.handle = () => ({ status: 401, body: { code: 'unauthorized', detail: 'Sign in.' } });
    page.store.actions.edit('html', 'kept');
    await studio.time.pass(2_000);
    expect([page.unauthorized, shown()]).toEqual([1, 'Unsaved']);
    studio.user = null;
    await studio.time.pass(60_000);
    studio.server.handle = handle;
    studio.user = ada;
    await page.store.actions.restore();
    await studio.time.pass(2_000);
    expect([stored(project.id)?.html, shown()]).toEqual(['kept', 'Saved']);
  });

  test('is no end for a save that was refused with the token of before', async () => {
    const project = await page.openOwn();
    studio.fate = () => ({ refused: { status: 401, body: { code: 'unauthorized', detail: 'Sign in.' } } });
    page.store.actions.edit('html', 'kept');
    await studio.time.pass(2_000);
    studio.fate = () => 'delivered';
    await studio.time.pass(5_000);
    expect([stored(project.id)?.html, shown(), state().notice]).toEqual(['kept', 'Saved', null]);
  });

  test('never saves one user’s text into another’s account', async () => {
    await page.openOwn();
    page.store.actions.edit('html', 'Ada’s');
    studio.user = bob;
    expect((await page.store.actions.save('manual')).ok).toBe(false);
    await studio.time.pass(10_000);
    expect(studio.server.saves()).toHaveLength(0);
    await page.store.actions.restore();
    expect(state().typed.html).not.toContain('Ada’s');
  });
});

test('where the browser refuses to keep text, that is known, until it is saved', async () => {
  await page.openOwn();
  studio.autoSave = false;
  page.store.actions.edit('html', 'kept');
  await studio.time.pass(300);
  expect(state().kept).toBe(true);
  const refusal = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  page.store.actions.edit('html', 'not kept');
  await studio.time.pass(300);
  expect(state().kept).toBe(false);
  studio.fate = () => 'lost on the way';
  expect(await page.store.actions.save('manual')).toMatchObject({ toast: 'Save failed' });
  studio.fate = () => 'delivered';
  await page.store.actions.save('manual');
  expect(state().dirty).toBe(false);
  refusal.mockRestore();
});

describe('leaving the page', () => {
  test('sends the changed fields with keepalive when they are small', async () => {
    const project = await page.openOwn();
    page.store.actions.edit('css', 'é'.repeat(1_000));
    page.store.leave();
    await studio.time.pass(0);
    expect(studio.server.saves()).toMatchObject([{ keepalive: true, body: { css: 'é'.repeat(1_000) } }]);
    expect(stored(project.id)?.css).toBe('é'.repeat(1_000));
  });

  test('sends the newest text in place of a save that closing the page cuts off', async () => {
    const project = await page.openOwn();
    studio.fate = () => 'held up';
    page.store.actions.edit('html', 'cut off');
    await studio.time.pass(2_000);
    studio.fate = () => 'delivered';
    page.store.actions.edit('html', 'cut off, and newer');
    page.store.leave(true);
    page.crash();
    await studio.time.pass(0);
    expect(stored(project.id)?.html).toBe('cut off, and newer');
    expect(studio.server.saves()).toMatchObject([{ keepalive: true }]);

    page = studio.open();
    await done(page.store.actions.restore());
    await studio.time.pass(5_000);
    expect([shown(), studio.server.saves().length]).toEqual(['Saved', 1]);
  });

  test.each([
    ['a save that it cut off', 'held up'],
    ['nothing', 'delivered'],
  ] as const)(
    'what a closing page sends in place of %s is no conflict with what is typed next, without a connection',
    async (_what, fate) => {
      const project = await page.openOwn();
      studio.fate = () => fate;
      page.store.actions.edit('html', 'first');
      await studio.time.pass(2_000);
      studio.fate = () => 'delivered';
      page.store.actions.edit('html', 'sent while closing');
      page.store.leave(true);
      page.crash();
      await settled();
      studio.fate = () => 'lost on the way';
      page = studio.open();
      await done(page.store.actions.restore());
      page.store.actions.edit('html', 'typed without a connection');
      await studio.time.pass(5_000);
      studio.fate = () => 'delivered';
      await studio.time.pass(5_000);
      expect([shown(), state().save.conflict]).toEqual(['Saved', null]);
      expect(stored(project.id)?.html).toBe('typed without a connection');
    },
  );

  test('does not wait for the response of another operation', async () => {
    const project = await page.openOwn();
    studio.fate = () => 'held up';
    void page.store.actions.setVisibility(true);
    await settled();
    studio.fate = () => 'delivered';
    page.store.actions.edit('html', 'typed, then closed');
    page.store.leave(true);
    await settled();
    expect(stored(project.id)?.html).toBe('typed, then closed');
    expect(studio.server.saves()).toMatchObject([{ keepalive: true }]);
  });

  test('hiding it cuts nothing off: what is on its way is awaited', async () => {
    await page.openOwn();
    studio.fate = () => ({ slow: 500 });
    page.store.actions.edit('html', 'on its way');
    await studio.time.pass(2_000);
    page.store.leave();
    await studio.time.pass(1_000);
    expect([badge(state()), studio.server.saves()]).toMatchObject(['Saved', [{ keepalive: false }]]);
  });

  test.each([
    ['hidden', false],
    ['put aside by the browser', true],
  ])(
    'a save that arrives while the page is %s in an outage is no conflict with what is typed next',
    async (_how, closing) => {
      const project = await page.openOwn();
      studio.fate = () => 'lost on the way';
      page.store.actions.edit('html', 'lost');
      await studio.time.pass(2_000);
      page.store.actions.edit('html', 'lost, and newer');
      studio.fate = () => 'answer lost';
      page.store.leave(closing);
      await studio.time.pass(0);
      page.store.actions.edit('html', 'lost, and newest');
      studio.fate = () => 'delivered';
      await studio.time.pass(10_000);
      expect(state().save.conflict).toBeNull();
      expect(stored(project.id)?.html).toBe('lost, and newest');
    },
  );

  test.each(['lives on', 'is gone'])(
    'a save that has arrived is no conflict with the newest text of a page that %s',
    async (end) => {
      const project = await page.openOwn();
      studio.fate = () => ({ slow: 5_000 });
      page.store.actions.edit('html', 'arrived');
      await studio.time.pass(2_000);
      expect(stored(project.id)?.html).toBe('arrived');
      studio.fate = () => 'delivered';
      page.store.actions.edit('html', 'arrived, and newer');
      page.store.leave(true);
      if (end === 'is gone') {
        page.crash();
        page = studio.open();
        await done(page.store.actions.openShared(project.id));
        expect([stored(project.id)?.html, state().typed.html]).toEqual(['arrived', 'arrived']);
        await page.store.actions.restoreDraft();
      }
      await studio.time.pass(2_000);
      expect(state().save.conflict).toBeNull();
      expect(stored(project.id)?.html).toBe('arrived, and newer');
    },
  );

  test('repeats a first save as it was, so that it makes one project, and keeps what is newer', async () => {
    page.store.actions.startBlank();
    studio.fate = () => 'held up';
    page.store.actions.edit('html', 'a new project');
    await studio.time.pass(2_000);
    studio.fate = () => 'delivered';
    page.store.actions.edit('html', 'a new project, and newer');
    page.store.leave(true);
    page.crash();
    await studio.time.pass(0);
    expect([...studio.server.projects.values()].map(({ html }) => html)).toEqual(['a new project']);
    page = studio.open();
    await done(page.store.actions.restore());
    await studio.time.pass(2_000);
    expect([...studio.server.projects.values()].map(({ html }) => html)).toEqual([
      'a new project, and newer',
    ]);
  });

  test('counts bytes: 31,000 two-byte characters are past 60 KiB and wait as a draft', async () => {
    await page.openOwn();
    page.store.actions.edit('css', 'é'.repeat(31_000));
    page.store.leave();
    await studio.time.pass(0);
    expect(studio.server.saves()).toMatchObject([{ keepalive: false }]);
  });
});
