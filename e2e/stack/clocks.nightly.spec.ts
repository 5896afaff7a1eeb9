import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { assetRoutes } from '@studio/contract/http/assets';
import { authRoutes } from '@studio/contract/http/auth';
import { projectRoutes } from '@studio/contract/http/projects';
import { callApi } from './api.ts';
import { fetchFromSandbox } from './fetch-from-sandbox.ts';
import { provisionStack, type Stack, startStack } from './stack.ts';
import { Writer } from './writer.ts';

const startsWithinMs = 300_000;
const refusal = provisionStack();
if (refusal) console.warn(`Clocks that differ cannot be tested here: ${refusal}.`);

/** A module that sets the clock of a process five minutes ahead. */
const ahead = `
const RealDate = Date;
const now = () => RealDate.now() + 300_000;
globalThis.Date = class Date extends RealDate {
  constructor(...given) { given.length ? super(...given) : super(now()); }
  static now = now;
};
`;

(refusal ? describe.skip : describe)('a replica whose clock is five minutes ahead', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ replicas: 2 });
    const [, second] = stack.replicas;
    await second?.stop();
    await second?.start({
      ...stack.variables,
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(ahead)}`,
    });
  }, startsWithinMs);
  afterAll(() => stack.stop());

  /** The replica whose clock is right and the one that is ahead, in either role. */
  const bothWays = () => {
    const [right, wrong] = stack.replicas.map(({ url }) => url) as [string, string];
    return [
      { name: 'right', here: right, there: wrong },
      { name: 'ahead', here: wrong, there: right },
    ];
  };
  const me = (url: string, token: string) =>
    fetch(`${url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } });

  it('is ahead, by the tokens that it signs', async () => {
    const [right, wrong] = await Promise.all(
      bothWays().map(async ({ name, here }) => {
        const { token } = await Writer.start(here, `clock-${name}`);
        const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
        return (JSON.parse(claims) as { iat: number }).iat;
      }),
    );
    expect(Math.abs((wrong ?? 0) - (right ?? 0) - 300)).toBeLessThan(60);
  });

  it('knows the sessions of the others, as they know its own, until they end anywhere', async () => {
    for (const { name, here, there } of bothWays()) {
      const { token } = await Writer.start(here, `session-${name}`);
      expect((await me(there, token)).status).toBe(200);
      await callApi(there, authRoutes.logout, { token });
      expect((await me(here, token)).status).toBe(401);
    }
  });

  it('saves in turns with another, and neither takes the other’s work for older', async () => {
    for (const { name, here, there } of bothWays()) {
      const { token, projectId: id } = await Writer.start(here, `saves-${name}`);
      const params = { id };
      const updated: number[] = [];
      for (let version = 1; version < 5; version++) {
        const body = { html: `save ${version}`, version };
        const project = await callApi(version % 2 ? there : here, projectRoutes.updateProject, {
          token,
          params,
          body,
        });
        updated.push(Date.parse(project.updatedAt));
      }
      expect(updated).toEqual(updated.toSorted((a, b) => a - b));
      const read = await callApi(here, projectRoutes.readProject, { token, params });
      expect(read).toMatchObject({ html: 'save 4', version: 5 });
    }
  });

  it('signs storage requests that are accepted, and reads files that another replica has stored', async () => {
    for (const { name, here, there } of bothWays()) {
      const { token } = await Writer.start(here, `files-${name}`);
      const authorization = `Bearer ${token}`;
      const form = new FormData();
      form.set('file', new File([`a file of ${name}`], 'note.txt', { type: 'text/plain' }));
      const uploaded = await fetch(`${here}/api${assetRoutes.uploadAsset.path}`, {
        method: 'POST',
        headers: { authorization },
        body: form,
      });
      expect(uploaded.status).toBe(201);
      const { data } = await callApi(there, assetRoutes.listAssets, { token });
      expect(data).toEqual([await uploaded.json()]);
      const { sandbox = 0 } = stack.replicas.find(({ url }) => url === there) ?? {};
      expect(await fetchFromSandbox(sandbox, data[0]?.url ?? '')).toEqual({
        status: 200,
        body: `a file of ${name}`,
      });
      await callApi(there, assetRoutes.deleteAsset, { token, params: { id: data[0]?.id ?? '' } });
      expect((await callApi(here, assetRoutes.listAssets, { token })).data).toEqual([]);
    }
  });
});
