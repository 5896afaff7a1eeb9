import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import {
  type ArchiveEntry,
  archiveOf,
  startTestRegistry,
} from '../../../backend/test/support/test-registry.ts';
import { register, storeProject } from '../../fixtures/accounts.ts';
import { serveForeignSite } from '../../stack/network/foreign-site.ts';
import { type Studio, startStudio } from '../../stack/studio.ts';
import { median } from '../percentile.ts';
import { medianRow, type Row, readingRow } from '../row.ts';
import { withoutRateLimits } from '../without-rate-limits.ts';
import { timeToRunIn } from './embed.ts';
import { serveStaticCopy } from './static-copy.ts';

const postsRun = 'parent.postMessage({ ran: true }, "*")';
const scene = (name: string) => `import { BoxGeometry, Mesh, Scene } from '${name}';
new Scene().add(new Mesh(new BoxGeometry()));
${postsRun}`;
const three = fileURLToPath(new URL('../../../node_modules/three', import.meta.url));

const ownManifest = JSON.parse(readFileSync(join(three, 'package.json'), 'utf8')) as { version: string };

/** Three.js from a registry on loopback: on the first visit, and on the second. */
export async function measureRegistry(browser: Browser, rounds: number): Promise<Row[]> {
  const registry = await startTestRegistry();
  const studio = await startStudio({
    ...withoutRateLimits,
    MODULES: 'registry',
    PACKAGE_REGISTRY: registry.address,
  });
  const copy = await serveStaticCopy(scene('three'));
  const plain = await rendered(studio, `export {};\n${postsRun}`);
  const times = {
    first: [] as number[],
    again: [] as number[],
    without: [] as number[],
    copy: [] as number[],
  };
  try {
    for (let round = 0; round < rounds; round += 1) {
      // A new name each time: the shelf has three.js itself, and the studio keeps each package that it has fetched.
      const name = `scene-${round}`;
      const manifest = { ...ownManifest, name };
      registry.publish(name, { version: manifest.version, manifest, archive: archiveOf(filesAs(manifest)) });
      const [first, again] = await twoVisits(browser, await rendered(studio, scene(name)));
      times.first.push(first);
      times.again.push(again);
      times.copy.push((await twoVisits(browser, copy.url))[1]);
      times.without.push((await twoVisits(browser, plain))[1]);
    }
  } finally {
    await copy.close();
    await studio.dispose();
    await registry.stop();
  }
  return [
    medianRow(
      'Navigation → page ran that imports three.js, which has to be fetched from a registry on loopback and built',
      { of: 'studio', samples: times.first },
      { atMost: 2_000 },
    ),
    readingRow(
      'The same page for the second time, beyond one without the import for the second time',
      {
        value: median(times.again) - median(times.without),
        unit: 'ms',
        statistic: `difference of the medians of ${rounds}`,
      },
      { atMost: 50 },
      [
        { of: 'with the import', samples: times.again },
        { of: 'without', samples: times.without },
        { of: 'with a static copy', samples: times.copy },
      ],
      {
        reference:
          'a page without the import in one browser that opened it in every round, so most often not for the second time',
        measured: '60 ms',
      },
    ),
  ];
}

/** The files of three.js with this manifest instead of its own. */
function filesAs(manifest: { name: string }): ArchiveEntry[] {
  const files = readdirSync(three, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return files.map((file) => {
    const place = join(file.parentPath, file.name);
    const path = place.slice(three.length + 1);
    const text = path === 'package.json' ? JSON.stringify(manifest) : readFileSync(place);
    return { path: `package/${path}`, text };
  });
}

/** Stores a project with this script; returns the address of its page. */
async function rendered(studio: Studio, js: string): Promise<string> {
  const owner = await register(studio, 'owner');
  const { id } = await storeProject(studio, owner, { title: 'Scene', js, isEmbeddable: true });
  return `${studio.sandboxUrl(id)}/rendered/${id}`;
}

/** Milliseconds that a page, framed as in an embed, takes on the first and on the second visit of a new browser context. */
async function twoVisits(browser: Browser, address: string): Promise<[first: number, again: number]> {
  const site = await serveForeignSite(
    `<iframe sandbox="allow-scripts allow-same-origin allow-forms allow-popups" src="${address}"></iframe>`,
  );
  const context = await browser.newContext();
  const times: [number, number] = [
    await timeToRunIn(context, site.url),
    await timeToRunIn(context, site.url),
  ];
  await context.close();
  await site.close();
  return times;
}
