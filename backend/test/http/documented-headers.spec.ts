import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Project } from '@studio/contract/http/projects';
import request from 'supertest';
import { testLibrary } from '../support/requests/test-library.js';
import { startTestStudio, type TestStudio } from '../support/studio/test-studio.js';

const text = readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8');
/** The parts of each block: the address, the destination of the request if it matters, and the headers. */
const blocks = [...text.matchAll(/```http\nGET (\S+)(?: \((\w+)\))?\n(.*?)```/gs)].map(
  ([, address = '', destination = 'empty', headers = '']) => [address, destination, headers] as const,
);

/** The documented headers: those that restrict browsers. */
const documentedNames = [
  'Access-Control-Allow-Origin',
  'Cache-Control',
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Cross-Origin-Resource-Policy',
  'Origin-Agent-Cluster',
  'Permissions-Policy',
  'Referrer-Policy',
  'Strict-Transport-Security',
  'X-Content-Type-Options',
  'X-Frame-Options',
  'X-Robots-Tag',
];

let studio: TestStudio;
let project: Project;
let card: string;
let file: string;
beforeAll(async () => {
  studio = await startTestStudio({
    PUBLIC_URL: 'https://studio.example',
    SANDBOX_URL: 'https://{id}.usercontent.example',
    ASSETS_URL: 'https://assets.usercontent.example',
  });
  const person = await studio.person();
  project = await studio.project(person, { html: '<p>here</p>', isPublic: true, isEmbeddable: true });
  file = (await testLibrary(studio).add(person, 'notes.txt')).url;
  const { body } = await studio.call('get', '/projects', person).expect(200);
  card = body.data[0].cardUrl;
});
afterAll(() => studio.stop());

it('every kind of response has its block', () => {
  expect(blocks.length).toBeGreaterThanOrEqual(8);
});

it.each(blocks)(
  'docs/security.md lists the headers of %s, requested as %s',
  async (address, destination, documented) => {
    const { host, pathname, search } = new URL(
      address.replaceAll('{project}', project.id).replace('{card}', card).replace('{file}', file),
    );
    const port = host === 'studio.example' ? studio.config.port : studio.config.sandboxPort;
    const { headers } = await request(`http://127.0.0.1:${port}`)
      .get(`${pathname}${search}`)
      .set({ Host: host, 'Sec-Fetch-Dest': destination })
      .expect(200);
    const lines = documentedNames.flatMap((name) => {
      const value: unknown = headers[name.toLowerCase()];
      return value === undefined ? [] : `${name}: ${asDocumented(String(value))}\n`;
    });
    expect(documented).toBe(lines.join(''));
  },
);

/** Replaces the project's id, and the hashes of scripts, which change with every build. */
function asDocumented(value: string): string {
  return value.replaceAll(project.id, '{project}').replace(/'sha256-[^']+'/g, "'sha256-…'");
}
