import { createFakeSocket } from '@/testing/fake-session.ts';
import { virtualTime } from '@/testing/virtual-time.ts';
import { type ShownToast, shownToast } from '@/ui/toast/toast.ts';
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

test('nothing is announced after the end', async () => {
  file('Clock');
  file('Calendar');
  stop();
  file('Diary');
  await time.pass(10_000);
  expect(shown).toHaveLength(1);
});
