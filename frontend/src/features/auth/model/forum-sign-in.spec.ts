import { createFakeSession } from '@/testing/fake-session.ts';
import { silenceErrors } from '@/testing/silence-console.ts';
import { signInFromForum } from './forum-sign-in.ts';

test.each([
  ['failed, and may have used up the token: that address is of no more use', { status: 503 }, true],
  ['gave half a session: nor is it then', { status: 200, body: { access_token: 't' } }, true],
  ['was not reached: the address may still work', null, false],
])('a server that %s', async (_, response, isFinal) => {
  window.localStorage.clear();
  const quiet = silenceErrors();
  const server = createFakeSession(() => response);
  const state = await signInFromForum(server, new URLSearchParams({ token: 't' }));
  expect(state).toMatchObject({ status: 'error', isFinal });
  quiet.mockRestore();
});
