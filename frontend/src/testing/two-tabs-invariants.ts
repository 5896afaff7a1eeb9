import { isWorthAutoSaving } from '@studio/contract/limits';
import { offeredDraft } from '@/features/projects/model/local-copies/draft-offer.ts';
import { badge } from '@/features/projects/model/save-status.ts';
import { ada, bob, type FakePage } from './fake-browser.ts';
import type { TwoTabs } from './two-tabs.ts';
import { type Mark, namesIn } from './two-tabs-steps.ts';
import { settled } from './virtual-time.ts';

/** The violations of the invariants, once nothing is pending. */
export async function findViolations(walk: TwoTabs): Promise<string[]> {
  const { studio } = walk;
  await walk.perform({ kind: 'online', tab: 0, choice: 0 });
  for (let times = 0; times < 2; times += 1) {
    await studio.time.pass(20_000);
    await walk.deliverEvents();
  }
  await studio.time.pass(20_000);
  const untrue = walk.pages.flatMap((page, tab) => screenFaults(walk, page, tab));
  walk.restoreRemoved();
  const all = [...studio.server.projects.values()];
  const found = [...untrue, ...misplaced(walk, all), ...unaskedProjects(walk, all)];
  const held = (name: string, userId: string) =>
    all.some((project) => project.userId === userId && project.html.includes(name));
  const left = new Map(
    [...walk.marks].filter(([name, { userId }]) => !held(name, userId) && !walk.givenUp.has(name)),
  );
  for (const { store } of walk.pages) {
    const { typed, userId } = store.getState();
    for (const name of namesIn(typed.html)) if (left.get(name)?.userId === userId) left.delete(name);
  }
  return [...found, ...(await lookForOffers(walk, left)).map((name) => `${name} is lost`)];
}

/** What a screen of the signed-in person says although it is not so, or does not say. */
function screenFaults({ studio, userId, dismissed }: TwoTabs, { store }: FakePage, tab: number): string[] {
  const state = store.getState();
  if (state.userId !== userId) return [];
  const { project, typed, dirty, save, rejection, notice } = state;
  const shown = badge(state);
  const stored = studio.server.projects.get(project.id ?? '');
  const isRemoved = notice?.kind === 'removed' || dismissed.has(tab);
  const isWaiting = project.id === null && !isWorthAutoSaving(typed);
  const hasReason = rejection !== null || save.conflict !== null || isRemoved || isWaiting;
  return [
    ...(shown === 'Saving...' ? ['goes on saving'] : []),
    ...(shown === 'Unsaved' && !hasReason ? ['stays Unsaved, and does not say why'] : []),
    ...(project.id !== null && !stored ? [`shows ${project.id}, which is gone`] : []),
    ...(stored && !dirty && typed.html !== stored.html ? [`has ${typed.html} as saved`] : []),
    ...(stored && project.isPublic !== stored.isPublic ? [`is public: ${project.isPublic}`] : []),
    ...(stored && project.isLiked !== stored.isLiked ? [`is liked: ${project.isLiked}`] : []),
  ].map((fault) => `tab ${tab} ${fault}`);
}

function misplaced(walk: TwoTabs, all: { id: string; html: string }[]): string[] {
  const twice = all.flatMap(({ id, html }) =>
    namesIn(html)
      .filter((name, index, names) => names.indexOf(name) < index)
      .map((name) => `${name} stands twice in ${id}`),
  );
  const elsewhere = [...walk.marks].flatMap(([name, { projectId }]) => {
    const holders = all.filter(({ html }) => html.includes(name)).map(({ id }) => id);
    const allowed = 1 + (walk.copies.get(name) ?? 0);
    if (holders.length > allowed) return [`${name} is in ${holders.join()}, ${allowed} may hold it`];
    const isHome = projectId === null || holders.length === 0 || holders.includes(projectId);
    const isFree = walk.copies.has(name) || walk.givenUp.has(name);
    return isHome || isFree ? [] : [`${name} of ${projectId} is in ${holders.join()}`];
  });
  return [...twice, ...elsewhere];
}

function unaskedProjects(walk: TwoTabs, all: { id: string; userId: string; html: string }[]): string[] {
  return [ada, bob].flatMap(({ id: userId }) => {
    const theirs = all.filter((project) => project.userId === userId && !walk.stored.has(project.id));
    const rest = theirs.filter(
      ({ html }) =>
        !namesIn(html).some((name) => {
          const mark = walk.marks.get(name);
          return mark?.userId === userId && mark.projectId === null;
        }),
    );
    const allowed = walk.unasked.get(userId) ?? 0;
    return rest.length > allowed
      ? [`${userId} has ${rest.map(({ id }) => id).join()} and asked for ${allowed}`]
      : [];
  });
}

/** Text typed during a first save may be offered at the project that this has made. */
const ownIds = ({ studio }: TwoTabs, userId: string) =>
  [...studio.server.projects.values()].flatMap((one) => (one.userId === userId ? [one.id] : []));

/**
 * As the author of each mark, opens the project that it was typed in, and `/`, and restores the drafts offered there.
 */
async function lookForOffers(walk: TwoTabs, left: Map<string, Mark>): Promise<string[]> {
  if (left.size === 0) return [];
  for (const page of walk.pages) {
    page.store.leave();
    await settled();
    page.crash();
  }
  for (const [name, { userId, projectId }] of left)
    for (const id of new Set([projectId, null, ...ownIds(walk, userId)]))
      for (let offers = 0; offers < 4 && left.has(name); offers += 1) {
        walk.studio.user = { id: userId };
        const page = walk.studio.open();
        await walk.openPage(0, page, id);
        await walk.studio.time.pass(100);
        if (page.store.getState().notice?.kind !== 'draft') page.store.actions.dismissNotice();
        await walk.studio.time.pass(100);
        const offer = offeredDraft(page.store.getState());
        const text = page.store.getState().typed.html + (offer?.content.html ?? '');
        for (const shown of namesIn(text)) if (left.get(shown)?.userId === userId) left.delete(shown);
        if (offer) await page.store.actions.discardDraft();
        page.store.leave();
        await settled();
        page.crash();
      }
  return [...left.keys()];
}
