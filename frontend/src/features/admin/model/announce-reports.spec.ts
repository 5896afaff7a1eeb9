import { createFakeSocket } from '@/testing/fake-session.ts';
import { virtualTime } from '@/testing/virtual-time.ts';
import { dismissToast, type ShownToast, shownToast, toast } from '@/ui/toast/toast.ts';
import { announceReports } from './announce-reports.ts';

const me = 'a'.repeat(16);
const line = createFakeSocket();
const time = virtualTime();
let shown: ShownToast[];
let reviews = 0;
const stopToasts = shownToast.subscribe((toast) => toast && shown.push(toast));
const stop = announceReports({
  socket: line.socket,
  time,
  userId: me,
  onReview: () => {
    reviews += 1;
  },
});

const file = (name: string, actor = 'bob', type = 'report-filed') =>
  line.emit('moderation:event', {
    id: 'e'.repeat(16),
    type,
    actor: { id: actor === 'me' ? me : 'b'.repeat(16), username: actor },
    subject: { kind: 'project', id: 'p'.repeat(16), name },
    at: '2026-11-01T00:00:00.000Z',
  });

beforeEach(async () => {
  await time.pass(10_000);
  shownToast.setState(null, true);
  shown = [];
});
afterAll(stopToasts);

test('a report or an appeal is announced at once, with the way to it', () => {
  file('Clock');
  expect(shown).toMatchObject([
    { title: 'New report', description: 'bob filed a report or an appeal on Clock.' },
  ]);
  shown[0]?.action?.run();
  expect(reviews).toBe(1);
});

test('one’s own reports and other events are no news', async () => {
  file('Clock', 'me');
  file('Clock', 'bob', 'project-published');
  await time.pass(10_000);
  expect(shown).toEqual([]);
});

test('fifty at once are two toasts', async () => {
  for (let number = 1; number <= 50; number += 1) file(`Piece ${number}`);
  await time.pass(10_000);
  expect(shown.map(({ description }) => description)).toEqual([
    'bob filed a report or an appeal on Piece 1.',
    'bob filed a report or an appeal on Piece 50. 48 more reports arrived just before.',
  ]);
});

test('a toast with an action of its own stays until it is gone, and then they are announced together', async () => {
  toast({ title: 'Project deleted', action: { label: 'Undo', run: () => undefined } });
  file('Clock');
  file('Calendar');
  await time.pass(10_000);
  expect(shown.map(({ title }) => title)).toEqual(['Project deleted']);
  dismissToast(shown[0]?.id ?? 0);
  expect(shown.slice(1)).toMatchObject([
    {
      title: 'New report',
      description: 'bob filed a report or an appeal on Calendar. 1 more report arrived just before.',
    },
  ]);
});

test('nothing is announced after the end', async () => {
  file('Clock');
  file('Calendar');
  stop();
  file('Diary');
  await time.pass(10_000);
  expect(shown).toHaveLength(1);
});
