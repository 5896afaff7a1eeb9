import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { ProjectInput, ProjectSummary } from '@studio/contract/http/projects';
import { limits } from '@studio/contract/limits';
import { firstAdmin } from './testing/admin.js';
import { BusyLoop, confirmedStall } from './testing/fuzz/busy-loop.js';
import { type Person, startTestStudio, type TestStudio } from './testing/studio.js';

const pieces = [
  '<!--',
  '<a ',
  '<',
  '<script>',
  '<head ',
  '<!doctype ',
  '\n',
  '\t',
  '{',
  '/*',
  '<div>',
  '<a x="',
  '```',
];
const manyBytes = 262_144;

let studio: TestStudio;
let owner: Person;
let admin: Person;
const agent = new Agent({ keepAlive: true });
beforeAll(async () => {
  studio = await startTestStudio({ RATE_LIMIT_SCALE: '100' });
  owner = await studio.resident();
  admin = await firstAdmin(studio);
  await walk(await stored({ html: '<p>Everything is loaded and compiled</p>' }));
});
afterAll(async () => {
  agent.destroy();
  await studio.stop();
});

const repeated = (piece: string, bytes = manyBytes) => piece.repeat(Math.floor(bytes / piece.length));

interface Address {
  url: string;
  headers?: Record<string, string>;
}

/** The addresses of everything that shows a project to somebody. */
interface Walk {
  pages: Address[];
  calls: Address[];
}

async function stored(input: ProjectInput): Promise<Walk> {
  const { id, version } = await studio.project(owner, { ...input, isPublic: true, isEmbeddable: true });
  await studio.call('put', `/projects/${id}`, owner).send({ description: 'Once more' }).expect(200);
  const list = await studio.call('get', '/projects', owner).expect(200);
  const { cardUrl } = (list.body.data as ProjectSummary[]).find((one) => one.id === id) as ProjectSummary;
  const card = new URL(cardUrl);
  const frame = { Host: card.host, 'Sec-Fetch-Dest': 'iframe' };
  const sandbox = `http://127.0.0.1:${studio.config.sandboxPort}`;
  const by = ({ access_token }: Person) => ({ authorization: `Bearer ${access_token}` });
  const link = encodeURIComponent(`${studio.config.publicUrl}/project/${id}`);
  const pages = [
    { url: `${sandbox}${card.pathname}${card.search}`, headers: frame },
    { url: `${sandbox}/rendered/${id}`, headers: frame },
    { url: `${studio.url}/embed/${id}` },
    { url: `${studio.url}/embed/${id}?tabs=html,css,js,result` },
    { url: `${studio.url}/preview/${id}` },
    { url: `${studio.url}/project/${id}` },
    { url: `${studio.url}/project/${id}/card.png` },
  ];
  const calls = [
    { url: `${studio.url}/api/oembed?url=${link}` },
    { url: `${studio.url}/api/projects/${id}` },
    { url: `${studio.url}/api/projects?search=a`, headers: by(owner) },
    { url: `${studio.url}/api/projects/public?search=${encodeURIComponent('<!--')}` },
    { url: `${studio.url}/api/projects/${id}/revisions`, headers: by(owner) },
    { url: `${studio.url}/api/projects/${id}/revisions/${version}`, headers: by(owner) },
    { url: `${studio.url}/api/admin/projects?search=a`, headers: by(admin) },
    { url: `${studio.url}/api/projects/${id}`, headers: by(admin) },
  ];
  return { pages, calls };
}

/** Asks for everything, one after the other: what is measured is how long one answer keeps the event loop. */
async function walk({ pages, calls }: Walk): Promise<void> {
  for (const address of [...pages, ...calls]) await expectAnswer(address);
}

async function expectAnswer({ url, headers }: Address): Promise<void> {
  expect(`${await statusOf(url, headers)} ${url}`).toBe(`200 ${url}`);
}

async function statusOf(url: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  const sent = httpRequest(url, { agent, headers }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode;
}

/** Somebody else asks meanwhile, again and again. @returns how often there was an answer */
async function answersBeside(work: Promise<void>): Promise<number> {
  const state = { isUnderWay: true, answers: 0 };
  const ended = work.finally(() => {
    state.isUnderWay = false;
  });
  while (state.isUnderWay) {
    expect(await statusOf(`${studio.url}/api/health/live`)).toBe(200);
    state.answers += 1;
  }
  await ended;
  return state.answers;
}

/**
 * Nothing that is shown of such a project keeps the event loop, and with it anybody's answer, for 100 ms; in processor
 * time, because others have this machine, too. Each time with another project, which nobody has seen yet.
 */
async function expectNobodyWaits(input: ProjectInput, limit?: number): Promise<void> {
  const loop = new BusyLoop();
  try {
    const stall = await confirmedStall(
      loop,
      async () => {
        const addresses = await stored(input);
        loop.take();
        expect(await answersBeside(walk(addresses))).toBeGreaterThan(0);
      },
      limit,
    );
    expect(stall).toBeNull();
  } finally {
    loop.stop();
  }
}

describe('H73 a text made to cost, wherever its project is shown', () => {
  it.each(pieces)('of %j makes nobody wait', async (piece) => {
    const text = repeated(piece);
    await expectNobodyWaits({
      html: text,
      css: text,
      js: text,
      title: `T${repeated(piece, limits.titleLength - 1)}`,
      description: repeated(piece, limits.descriptionLength),
    });
  });

  it.each(['<a ', '{', '/*'])('of %j makes nobody wait where it has to be compiled', async (piece) => {
    const frameworkConfig = {
      ...defaultFrameworkConfig,
      framework: 'react' as const,
      cssFramework: 'scss' as const,
    };
    await expectNobodyWaits({ css: repeated(piece), js: repeated(piece), frameworkConfig });
  });

  // 3 MiB are copied, hashed and written as JSON at once. Alone that is under 100 ms, beside another test up to 500.
  it.each(['<!--', '\n', '<a '])(
    'of a whole MiB of %j in each pane keeps nobody for a second',
    async (piece) => {
      const text = repeated(piece, limits.sourceBytes);
      await expectNobodyWaits({ html: text, css: text, js: text }, 1_000);
    },
  );

  it('is compiled once, whatever else stands in the address', async () => {
    const frameworkConfig = { ...defaultFrameworkConfig, cssFramework: 'scss' as const };
    const { id } = await studio.project(owner, {
      css: 'a { b: unique-id() }',
      frameworkConfig,
      isEmbeddable: true,
    });
    const sandbox = `http://127.0.0.1:${studio.config.sandboxPort}`;
    const headers = { Host: `${id}.localhost:${studio.config.sandboxPort}`, 'Sec-Fetch-Dest': 'iframe' };
    const texts = new Set<string>();
    for (let variant = 0; variant < 20; variant += 1)
      texts.add(await textOf(`${sandbox}/rendered/${id}?v=${variant}`, headers));
    expect(texts.size).toBe(1);
    expect([...texts][0]).toMatch(/b: u\w+/);
  });
});

async function textOf(url: string, headers: Record<string, string>): Promise<string> {
  const sent = httpRequest(url, { agent, headers }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  return text;
}
