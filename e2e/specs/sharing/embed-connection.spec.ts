import { projectRoutes } from '@studio/contract/http/projects';
import { storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';
import { callApi } from '../../stack/api.ts';

test('an embed whose connection the server has closed connects again, and then ends with its project', async ({
  studio,
  account,
  visit,
}) => {
  const project = await storeProject(studio, account, { html: '<p>shown</p>', isEmbeddable: true });
  const page = await visit('about:blank');
  await page.clock.install();
  const watches: PromiseWithResolvers<void>[] = [Promise.withResolvers(), Promise.withResolvers()];
  let connections = 0;
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    const isFirst = connections === 0;
    // On a slow machine the clock may be so far ahead that a connection is given up, and another one follows.
    const watch = watches[isFirst ? 0 : 1];
    connections += 1;
    server.onMessage((message) => {
      socket.send(message);
      // Socket.IO's packets: the acknowledgement of the watch, and the end of the connection.
      if (!/^43\d+.*"ok":true/.test(message.toString())) return;
      if (isFirst) socket.send('41');
      watch?.resolve();
    });
  });
  await page.goto(`${studio.url}/embed/${project.id}`);
  await watches[0]?.promise;
  await expect(async () => {
    await page.clock.runFor(10_000);
    expect(connections).toBeGreaterThan(1);
  }).toPass();
  await watches[1]?.promise;

  await page.route('**/status', (route) => route.abort());
  await callApi(studio.url, projectRoutes.updateProject, {
    params: { id: project.id },
    body: { isEmbeddable: false },
    token: account.token,
  });
  await expect(page.getByText('Project Not Available')).toBeVisible();
});
