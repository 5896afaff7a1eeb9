import { offeredDraft } from '@/features/projects/model/local-copies/draft-offer.ts';
import { ada, bob, type FakePage, type FakeStudio, type Fate, openFakeStudio } from './fake-browser.ts';
import { type Mark, namesIn, type Step } from './two-tabs-steps.ts';
import { settled } from './virtual-time.ts';

/** One browser with two tabs, in which two people write, and the texts that must be there in the end. */
export class TwoTabs {
  readonly studio: FakeStudio = openFakeStudio();
  readonly pages: [FakePage, FakePage] = [this.studio.open(), this.studio.open()];
  readonly marks = new Map<string, Mark>();
  readonly givenUp = new Set<string>();
  readonly copies = new Map<string, number>();
  readonly stored = new Set<string>();
  readonly removed = new Set<string>();
  readonly unasked = new Map<string, number>();
  /** The tabs in which the notice of a removal, or another, was dismissed. */
  readonly dismissed = new Set<number>();
  /** The openings that were copied: text typed before the copy is there moves to it. */
  readonly #copied = new Map<number, number>();
  #offline = false;
  #nextFate: Fate | null = null;

  constructor() {
    this.studio.fate = () => {
      const once = this.#nextFate;
      this.#nextFate = null;
      return once ?? (this.#offline ? 'lost on the way' : 'delivered');
    };
    for (const { id: userId } of [ada, bob])
      for (const isPublic of [false, true]) {
        const { id } = this.studio.server.add({ userId, html: this.mark(userId, null), isPublic });
        this.stored.add(id);
      }
  }

  mark(userId: string, projectId: string | null): string {
    const name = `[m${this.marks.size + 1}]`;
    this.marks.set(name, { userId, projectId });
    return `${name} a text that is worth saving `;
  }

  get userId(): string {
    return this.studio.user?.id ?? ada.id;
  }

  readable() {
    return [...this.studio.server.projects.values()].filter(
      ({ userId, isPublic }) => isPublic || userId === this.userId,
    );
  }

  /** The marks typed in a project, stored in it, and on screen. */
  namesOf(projectId: string | null, page?: FakePage): string[] {
    const stored = this.studio.server.projects.get(projectId ?? '')?.html ?? '';
    const typed = [...this.marks].filter(([, mark]) => projectId !== null && mark.projectId === projectId);
    return [
      ...typed.map(([name]) => name),
      ...namesIn(stored),
      ...(page ? namesIn(page.store.getState().typed.html) : []),
    ];
  }

  giveUpUnsaved(text: string) {
    const held = [...this.studio.server.projects.values()].flatMap(({ html }) => namesIn(html));
    for (const name of namesIn(text)) if (!held.includes(name)) this.givenUp.add(name);
  }

  allowCopies(names: string[], count: number) {
    for (const name of new Set(names)) this.copies.set(name, (this.copies.get(name) ?? 0) + count);
  }

  allowProject(names: string[]) {
    this.unasked.set(this.userId, (this.unasked.get(this.userId) ?? 0) + 1);
    this.allowCopies(names, 1);
  }

  allowRemoval(id: string) {
    this.removed.add(id);
    this.allowCopies(this.namesOf(id), 2);
  }

  /** Delivers socket events, as far as there is a connection. */
  async deliverEvents() {
    if (this.#offline) return;
    for (const { store, remote } of this.pages) {
      const { id, version } = store.getState().project;
      if (id === null) continue;
      const project = this.readable().find((one) => one.id === id);
      if (!project) await this.settle(remote.watched(id, null));
      else if (project.version > version)
        await this.settle(remote.watched(id, { ...project, takenDown: undefined }));
      if (project) remote.liked({ projectId: id, isLiked: project.isLiked });
    }
  }

  /** Lets an action run for a moment, without waiting for its end. */
  async settle(action: Promise<unknown> | void) {
    void action;
    await settled();
  }

  async openPage(tab: 0 | 1, page: FakePage, id: string | null) {
    this.pages[tab] = page;
    const opened = id === null ? page.store.actions.restore() : page.store.actions.openShared(id);
    await this.settle(opened);
    await this.studio.time.pass(0);
    const { userId } = page.store.getState();
    // If it cannot be opened, the page goes to `/`.
    if (userId === null) await this.settle(page.store.actions.restore());
  }

  async perform({ kind, tab, choice }: Step) {
    const { studio } = this;
    const page = this.pages[tab];
    const { actions } = page.store;
    const state = page.store.getState();
    const isMine = state.userId === this.userId || state.userId === null;
    const { id } = state.project;
    const own = this.readable().filter(({ userId }) => userId === this.userId);
    const one = own[choice % Math.max(1, own.length)];
    const any = [...studio.server.projects.values()];
    const target =
      any.find((project) => project.id === id && choice > 0) ?? any[choice % Math.max(1, any.length)];
    switch (kind) {
      case 'type': {
        if (!isMine) return;
        const isSaved = state.lifecycle.kind === 'own' || state.lifecycle.kind === 'shared';
        const home = isSaved && this.#copied.get(tab) !== state.opening ? id : null;
        return actions.edit('html', state.typed.html + this.mark(this.userId, home));
      }
      case 'wait':
        return studio.time.pass([100, 300, 600, 2_000, 3_000, 10_000][choice] ?? 0);
      case 'save':
        if (state.lifecycle.kind !== 'own' || this.removed.has(id ?? ''))
          this.allowProject(this.namesOf(id, page));
        return this.settle(actions.save('manual'));
      case 'blank':
        return actions.startBlank();
      case 'open': {
        const readable = this.readable();
        const next = readable[choice % Math.max(1, readable.length)];
        return next && this.settle(actions.open(next.id));
      }
      case 'fork':
        if (id === null || !state.project.isPublic) return;
        this.#copied.set(tab, state.opening);
        this.allowProject(this.namesOf(id, page));
        return this.settle(actions.fork());
      case 'duplicate':
        if (id === null || state.lifecycle.kind !== 'own') return;
        this.#copied.set(tab, state.opening);
        this.allowProject(this.namesOf(id, page));
        return this.settle(actions.duplicate());
      case 'visibility':
        if (id !== null && state.lifecycle.kind === 'own') this.allowRemoval(id);
        return this.settle(actions.setVisibility(choice % 2 === 0));
      case 'like':
        return state.lifecycle.kind === 'shared' ? this.settle(actions.toggleLike()) : undefined;
      case 'restore a revision': {
        if (id === null || state.lifecycle.kind !== 'own') return;
        const rev = 1 + (choice % Math.max(1, state.project.version));
        for (const name of this.namesOf(id, page)) this.givenUp.add(name);
        return this.settle(
          actions.restoreRevision({
            rev,
            version: rev,
            changedAt: '2026-11-01T00:00:00.000Z',
            missingFiles: [],
          }),
        );
      }
      case 'undo removal': {
        const { formerId } = state.project;
        if (formerId === undefined) return;
        return this.settle(actions.undoRemove({ id: formerId, isPublic: false, isEmbeddable: false }));
      }
      case 'dismiss':
        if (!state.notice || state.notice.kind === 'draft') return;
        this.dismissed.add(tab);
        return actions.dismissNotice();
      case 'lose an answer':
        this.#nextFate = 'answer lost';
        return;
      case 'delay an answer':
        this.#nextFate = { slow: [100, 1_000, 3_000, 10_000, 20_000, 29_000][choice] ?? 0 };
        return;
      case 'be busy':
        this.#nextFate = choice % 2 === 0 ? 'unavailable' : 'too many';
        return;
      case 'remove':
        if (!one || this.#offline) return;
        this.allowRemoval(one.id);
        return this.settle(actions.remove(one.id));
      case 'remove elsewhere':
        if (!target) return;
        this.allowRemoval(target.id);
        return void this.asOwner('DELETE', `/projects/${target.id}`, target.userId);
      case 'hide':
        if (!target?.isPublic) return;
        this.allowRemoval(target.id);
        return void studio.server.saveElsewhere(target.id, { isPublic: false });
      case 'bring back':
        return this.restoreRemoved();
      case 'save elsewhere': {
        if (!one) return;
        studio.server.saveElsewhere(one.id, { html: one.html + this.mark(this.userId, one.id) });
        return;
      }
      case 'resolve': {
        if (!state.save.conflict) return;
        const way = (['mine', 'theirs', 'copy'] as const)[choice % 3] ?? 'mine';
        const names = this.namesOf(id, page);
        if (way === 'copy') this.allowProject(names);
        else for (const name of names) this.givenUp.add(name);
        return this.settle(actions.resolveConflict(way));
      }
      case 'restore draft':
        return offeredDraft(state) ? actions.restoreDraft() : undefined;
      case 'discard draft': {
        const offered = offeredDraft(state);
        if (!offered) return;
        this.giveUpUnsaved(offered.content.html);
        return actions.discardDraft();
      }
      case 'leave':
        return page.store.leave();
      case 'reload at /':
      case 'reload':
        return this.openPage(tab, await page.reload(), kind === 'reload' ? id : null);
      case 'close': {
        page.store.leave();
        await settled();
        page.crash();
        return this.openPage(tab, studio.open(), choice > 2 ? id : null);
      }
      case 'offline':
        this.#offline = choice !== 0;
        this.#nextFate = 'answer lost';
        return;
      case 'online':
        if (!this.#offline) return;
        this.#offline = false;
        for (const { store } of this.pages) store.wake();
        return;
      case 'change person':
        this.giveUpUnsaved(state.typed.html);
        studio.user = null;
        actions.clearWorkingCopy();
        await settled();
        studio.user = state.userId === ada.id && choice > 0 ? bob : ada;
        for (const number of [0, 1] as const) await this.openPage(number, this.pages[number], null);
        return;
    }
  }

  restoreRemoved() {
    const { projects } = this.studio.server;
    for (const id of this.removed)
      for (const { id: ownerId } of [ada, bob])
        if (!projects.has(id)) this.asOwner('POST', `/projects/${id}/restore`, ownerId);
  }

  asOwner(method: string, path: string, userId: string) {
    return this.studio.server.handle({
      method,
      path,
      headers: { authorization: `Bearer ${userId}` },
      body: {},
      keepalive: false,
    });
  }
}
