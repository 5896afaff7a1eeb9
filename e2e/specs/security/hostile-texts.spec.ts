import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import { type ProjectInput, projectRoutes } from '@studio/contract/http/projects';
import { revisionRoutes } from '@studio/contract/http/revisions';
import { limits } from '@studio/contract/limits';
import { linkRoutes } from '@studio/contract/links';
import { freePort } from '../../../backend/test/support/free-port.ts';
import { median } from '../../bench/percentile.ts';
import { type Account, signInAdmin, storeProject } from '../../fixtures/accounts.ts';
import { hostilePieces, repeated } from '../../fixtures/hostile/hostile-texts.ts';
import { nightly } from '../../fixtures/nightly.ts';
import { expect, test } from '../../fixtures/test.ts';
import { callApi } from '../../stack/api.ts';
import { type PostgresServer, provisionOwnPostgres, startOwnPostgres } from '../../stack/postgres.ts';
import { type Studio, startStudio } from '../../stack/studio.ts';

const maxTurnMs = 100;
/** Times are judged at night. */
const rounds = nightly ? 5 : 1;
/** Parts of a form’s syntax. */
const formPieces = ['+', '='];
/** Size of a text that must be compiled before anything is shown. */
const compiledBytes = 262_144;
const compiled: Record<string, Partial<FrameworkConfig>> = {
  'TSX and SCSS': { framework: 'react', cssFramework: 'scss' },
  'Pug, Less and TypeScript': { htmlLanguage: 'pug', cssLanguage: 'less', typescript: true },
  'Markdown and Tailwind': { htmlLanguage: 'markdown', cssFramework: 'tailwind' },
  'a component of Vue and Sass': { framework: 'vue', vueSfc: true, cssFramework: 'sass' },
};
const meter = fileURLToPath(new URL('../../fixtures/event-loop-meter.ts', import.meta.url));
const refusal = provisionOwnPostgres();

test.describe('H73 a text made to cost, wherever its project is shown', () => {
  test.skip(refusal !== undefined, `There is no PostgreSQL: ${refusal}`);

  let database: PostgresServer;
  let studio: Studio;
  let meterUrl: string;
  let admin: Account;
  const agent = new Agent({ keepAlive: true });

  test.beforeAll(async () => {
    database = await startOwnPostgres();
    const port = await freePort();
    meterUrl = `http://127.0.0.1:${port}/`;
    studio = await startStudio({
      DATABASE_URL: database.url,
      RATE_LIMIT_SCALE: '100',
      METER_PORT: String(port),
      NODE_OPTIONS: `--import=${meter}`,
    });
    // Admins may publish without a limit.
    admin = await signInAdmin(studio);
    // Warm up: time for loading and compiling the studio's own code must not count.
    for (let time = 0; time < 3; time += 1)
      await readEverywhere(await stored({ html: '<p>Everything is loaded and compiled</p>' }));
  });
  test.afterAll(async () => {
    agent.destroy();
    await studio.dispose();
    database.stop();
  });

  for (const piece of [...hostilePieces, ...formPieces]) {
    const tag = ['<!--', '{'].includes(piece) ? '@smoke' : [];
    test(`a MiB of ${JSON.stringify(piece)} in each pane makes nobody wait`, { tag }, async () => {
      const text = repeated(piece, limits.sourceBytes);
      await expectNobodyWaits({
        html: text,
        css: text,
        js: text,
        title: `T${repeated(piece, limits.titleLength - 1)}`,
        description: repeated(piece, limits.descriptionLength),
      });
    });
  }

  for (const [languages, config] of Object.entries(compiled))
    for (const piece of ['<a ', '{', '/*']) {
      test(`much of ${JSON.stringify(piece)} makes nobody wait as ${languages}`, async () => {
        const text = repeated(piece, compiledBytes);
        const frameworkConfig = { ...defaultFrameworkConfig, ...config };
        await expectNobodyWaits({ html: text, css: text, js: text, frameworkConfig });
      });
    }

  /**
   * Expects that others are answered while such a project is saved and shown, and, at night, that neither blocks the
   * event loop for 100 ms. Garbage collection or compilation of the studio's code may lengthen a single turn, but the
   * effect of the text recurs in each round with a new project.
   */
  async function expectNobodyWaits(input: ProjectInput): Promise<void> {
    const turns: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await longestTurn();
      expect(await responsesBeside(stored(input).then(readEverywhere))).toBeGreaterThan(0);
      turns.push(Math.round(await longestTurn()));
    }
    if (nightly)
      expect(median(turns), `The event loop was kept for ${turns.join(', ')} ms`).toBeLessThanOrEqual(
        maxTurnMs,
      );
  }

  async function longestTurn(): Promise<number> {
    return Number(await (await fetch(meterUrl)).text());
  }

  /** Stores a project, saves it again, publishes a version, makes a link and copies. @returns all addresses that show it */
  async function stored(input: ProjectInput): Promise<Address[]> {
    const { id, version } = await storeProject(studio, admin, {
      ...input,
      isPublic: true,
      isEmbeddable: true,
    });
    await callApi(studio.url, projectRoutes.updateProject, {
      token: admin.token,
      params: { id },
      body: { description: 'Once more' },
    });
    const own = { token: admin.token, params: { id } };
    await callApi(studio.url, revisionRoutes.publishRevision, {
      ...own,
      params: { id, rev: String(version) },
      body: { name: 'Published', version },
    });
    const { secret } = await callApi(studio.url, linkRoutes.createLink, {
      ...own,
      body: { name: 'Friends' },
    });
    await callApi(studio.url, projectRoutes.forkProject, own);
    await callApi(studio.url, projectRoutes.duplicateProject, own);
    const list = await callApi(studio.url, projectRoutes.listProjects, { token: admin.token });
    const card = new URL(list.data.find((one) => one.id === id)?.cardUrl ?? '');
    const frame = { Host: card.host, 'Sec-Fetch-Dest': 'iframe' };
    const sandbox = `http://127.0.0.1:${card.port}`;
    const byAdmin = { authorization: `Bearer ${admin.token}` };
    const link = encodeURIComponent(`${studio.url}/project/${id}`);
    const api = `${studio.url}/api`;
    return [
      { url: `${sandbox}${card.pathname}${card.search}`, headers: frame },
      { url: `${sandbox}/rendered/${id}`, headers: frame },
      { url: `${studio.url}/embed/${id}` },
      { url: `${studio.url}/embed/${id}?tabs=html,css,js,result` },
      { url: `${studio.url}/embed/${id}@${version}` },
      { url: `${studio.url}/s/${secret}` },
      { url: `${studio.url}/s/${secret}/embed?tabs=html,css,js,result` },
      { url: `${studio.url}/preview/${id}` },
      { url: `${studio.url}/project/${id}` },
      { url: `${studio.url}/project/${id}/card.png` },
      { url: `${api}/oembed?url=${link}` },
      { url: `${api}/projects/${id}` },
      { url: `${api}/projects/${id}`, headers: { 'accept-encoding': 'br, gzip' } },
      { url: `${api}/projects/${id}/summary` },
      { url: `${api}/projects/${id}/forks` },
      { url: `${api}/projects/${id}/versions/${version}` },
      { url: `${api}/projects?search=a`, headers: byAdmin },
      { url: `${api}/projects/public?search=${encodeURIComponent('<!--')}` },
      { url: `${api}/projects/${id}/revisions`, headers: byAdmin },
      { url: `${api}/projects/${id}/revisions/${version}`, headers: byAdmin },
      { url: `${api}/admin/projects?search=a`, headers: byAdmin },
      { url: `${api}/projects/${id}`, headers: byAdmin },
      { url: `${studio.url}/new`, headers: isForm, form: formOf(input) },
    ];
  }

  /** Requests all addresses one after the other, because the time of a single response is measured. */
  async function readEverywhere(addresses: Address[]): Promise<void> {
    for (const { url, headers, form } of addresses)
      expect(`${await statusOf(url, headers, form)} ${url}`).toBe(`200 ${url}`);
  }

  /** Sends other requests until `work` ends. @returns the number of responses */
  async function responsesBeside(work: Promise<void>): Promise<number> {
    const state = { isUnderWay: true, responses: 0 };
    const ended = work.finally(() => {
      state.isUnderWay = false;
    });
    while (state.isUnderWay) {
      expect(await statusOf(`${studio.url}/api/health/live`)).toBe(200);
      state.responses += 1;
    }
    await ended;
    return state.responses;
  }

  async function statusOf(
    url: string,
    headers: Record<string, string> = {},
    form?: string,
  ): Promise<number | undefined> {
    const sent = request(url, { agent, headers, method: form === undefined ? 'GET' : 'POST' }).end(form);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    return response.statusCode;
  }
});

interface Address {
  url: string;
  headers?: Record<string, string>;
  /** The body of a POST. */
  form?: string;
}

const isForm = { 'content-type': 'application/x-www-form-urlencoded' };

/** A form for `/new` with the sources as they are, although a browser would escape them: that is the shortest. */
function formOf({ html = '', css = '', js = '' }: ProjectInput): string {
  return `html=${html}&css=${css}&js=${js}`;
}
