import type { Browser } from '@playwright/test';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { packageRoutes } from '@studio/contract/packages/package-routes';
import { register, storeProject } from '../../fixtures/accounts.ts';
import { callApi } from '../../stack/api.ts';
import { serveForeignSite } from '../../stack/network/foreign-site.ts';
import type { Studio } from '../../stack/studio.ts';
import { type Row, ratioRow } from '../row.ts';
import { timeToRun } from './embed.ts';
import { serveStaticCopy } from './static-copy.ts';
import { type TypingCase, typeInto } from './typing.ts';

const postsRun = 'parent.postMessage({ ran: true }, "*")';
const scene = `import { BoxGeometry, Mesh, Scene } from 'three';
const scene = new Scene();
scene.add(new Mesh(new BoxGeometry()));
${postsRun}`;

/** The import of a package with an empty cache, against a static copy; and edits in a project with ten packages. */
export async function measurePackages(browser: Browser, studio: Studio, rounds: number): Promise<Row[]> {
  return [await measureFirstImport(browser, studio, rounds), await measureEdits(browser, studio, rounds)];
}

async function measureFirstImport(browser: Browser, studio: Studio, rounds: number): Promise<Row> {
  const owner = await register(studio, 'owner');
  const packages = await resolvePackages(studio, ['three']);
  const project = await storeProject(studio, owner, {
    title: 'Scene',
    js: scene,
    isEmbeddable: true,
    frameworkConfig: { ...defaultFrameworkConfig, packages },
  });
  const copy = await serveStaticCopy(scene);
  const own = await framing(`${studio.sandboxUrl(project.id)}/rendered/${project.id}`);
  const other = await framing(copy.url);
  // The first import builds the package.
  const building = await timeToRun(browser, own.url);
  const times = { studio: [] as number[], reference: [] as number[] };
  for (let round = -1; round < rounds; round += 1) {
    const [first, second] = [await timeToRun(browser, own.url), await timeToRun(browser, other.url)];
    if (round < 0) continue;
    times.studio.push(first);
    times.reference.push(second);
  }
  for (const site of [own, other, copy]) await site.close();
  return ratioRow(
    'Navigation → page ran that imports three.js, nothing in the cache, against the same page with a static copy',
    [
      { of: 'studio', samples: times.studio },
      { of: 'static copy', samples: times.reference },
      { of: 'studio, once, while it builds the package', samples: [building] },
    ],
    { atMost: 1.2 },
    { reference: 'a copy as published, neither minified nor compressed', measured: '0.93' },
  );
}

/** A page that frames this address, as an embed does. */
function framing(address: string) {
  return serveForeignSite(
    `<iframe sandbox="allow-scripts allow-same-origin allow-forms allow-popups" src="${address}"></iframe>`,
  );
}

const ten = [
  'zod',
  'immer',
  'mitt',
  'nanoid',
  'uuid',
  'dayjs',
  'chroma-js',
  'marked',
  'htm',
  'canvas-confetti',
];

async function measureEdits(browser: Browser, studio: Studio, rounds: number): Promise<Row> {
  const packages = await resolvePackages(studio, ten);
  const imports = ten.map((name, index) => `import * as package${index} from '${name}';`).join('\n');
  const project = (js: string, versions: Record<string, string>): TypingCase => ({
    pane: 'js',
    behind: 0,
    project: {
      title: 'Packages',
      html: '<p>Packages</p>',
      js,
      frameworkConfig: { ...defaultFrameworkConfig, packages: versions },
    },
  });
  const withTen = await typeInto(browser, studio, project(`${imports}\n${postsRun} //`, packages), rounds);
  const without = await typeInto(browser, studio, project(`export {};\n${postsRun} //`, {}), rounds);
  return ratioRow(
    'Key pressed → preview has run: with ten packages, against none',
    [
      { of: 'ten packages', samples: withTen },
      { of: 'none', samples: without },
    ],
    { atMost: 1.05 },
  );
}

export async function resolvePackages(studio: Studio, specifiers: string[]): Promise<Record<string, string>> {
  const { packages } = await callApi(studio.url, packageRoutes.resolvePackages, {
    body: { specifiers, packages: {}, carried: {} },
  });
  return packages;
}
