import { session } from '@/lib/client.ts';
import { account } from '@/testing/fake-session.ts';
import { uploads } from './page-uploads.ts';

test('the next user of the page sees nothing of an upload that failed before', async () => {
  session.begin({ access_token: 'first', user: account });
  await uploads.start([new File([], 'my diary.txt')]);
  expect(uploads.getState()).toMatchObject({ status: 'failed', failure: { name: 'my diary.txt' } });
  session.renew({ ...account, username: 'ada2' });
  expect(uploads.getState().status).toBe('failed');
  session.expire('first');
  expect(uploads.getState()).toEqual({ status: 'idle', lastUploaded: null });
});
