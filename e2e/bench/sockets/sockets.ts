import { startBareServer } from '../bare-servers/start.ts';
import { type Row, ratioRow, readingRow } from '../row.ts';
import { residentMegabytes } from '../server/resident-memory.ts';
import { type StudioWithReferences, startStudioWithReferences } from '../server/studio-with-references.ts';
import { bare, Crowd, type Door, idle } from './crowd.ts';
import { followedProject, likeEvent } from './followed-project.ts';

const followers = 2_000;
const likes = 60;
const most = 10_000;
const step = 2_000;
const probes = 20;
const goal = 1.15;

/** The delivery of one like to many sockets, and the cost of idle sockets, against bare Socket.IO. */
export async function measureSockets(databaseUrl: string): Promise<Row[]> {
  return [await withStudio(databaseUrl, fanOut), ...(await withStudio(databaseUrl, idleSockets))];
}

async function withStudio<T>(databaseUrl: string, measure: (studio: StudioWithReferences) => Promise<T>) {
  const studio = await startStudioWithReferences(databaseUrl);
  try {
    return await measure(studio);
  } finally {
    await studio.dispose();
  }
}

/** From the moment when a like is stored, or a bare server starts to emit, until the last socket has received it. */
async function fanOut(studio: StudioWithReferences): Promise<Row> {
  const project = await followedProject(studio.url);
  const socketIo = await startBareServer('socket-io-server', 'everybody');
  const ws = await startBareServer('ws-server');
  const crowds = {
    studio: await crowdAt({ url: studio.url, ...project.door }),
    socketIo: await crowdAt({ url: socketIo.url, ...idle }),
    ws: await crowdAt({ url: ws.url, ...bare }),
  };
  const times = { studio: [] as number[], socketIo: [] as number[], ws: [] as number[] };
  const note = (of: keyof typeof times, began: number, arrived: number[], round: number) => {
    // Negative rounds are warm-up.
    if (round >= 0) times[of].push(Math.max(...arrived) - began);
  };
  for (let round = -likes / 4; round < likes; round += 1) {
    const arrived = await crowds.studio.arrivalTimes(likeEvent, project.like);
    const { at } = (await studio.reference('lastLike')) as { at: number };
    note('studio', at, arrived, round);
    for (const [name, { url }] of Object.entries({ socketIo, ws })) {
      const of = name as 'socketIo' | 'ws';
      let began = 0;
      const reached = await crowds[of].arrivalTimes(likeEvent, async () => {
        began = Number(await (await fetch(`${url}emit?likes=${round & 1}`)).text());
      });
      note(of, began, reached, round);
    }
  }
  for (const one of [...Object.values(crowds), socketIo, ws]) one.stop();
  return ratioRow(
    `One like told to ${followers} sockets → the last has it, against bare Socket.IO`,
    [
      { of: 'studio', samples: times.studio, digits: 1 },
      { of: 'bare Socket.IO', samples: times.socketIo, digits: 1 },
      { of: 'bare ws', samples: times.ws, digits: 1 },
    ],
    { atMost: goal },
  );
}

/** Heap per idle socket, and whether a replica keeps the required number of sockets and still answers calls. */
async function idleSockets(studio: StudioWithReferences): Promise<Row[]> {
  const socketIo = await startBareServer('socket-io-server');
  const before = residentMegabytes(studio.pid());
  const heaps = {
    studio: async () => ((await studio.reference('heap')) as { bytes: number }).bytes,
    socketIo: async () => Number(await (await fetch(`${socketIo.url}heap`)).text()),
  };
  const doors = { studio: { ...studio, ...idle }, socketIo: { ...socketIo, ...idle } };
  const crowds = { studio: new Crowd(), socketIo: new Crowd() };
  const grown = { studio: [] as number[], socketIo: [] as number[] };
  for (let open = 0; open < most; open += step)
    for (const at of ['studio', 'socketIo'] as const) {
      const known = await heaps[at]();
      await crowds[at].open(step, doors[at]);
      grown[at].push(((await heaps[at]()) - known) / step / 1_024);
    }
  const after = residentMegabytes(studio.pid());
  const times: number[] = [];
  for (let probe = 0; probe < probes; probe += 1) {
    const startedAt = performance.now();
    await studio.reference('nothing');
    times.push(performance.now() - startedAt);
  }
  const stay = await crowds.studio.count();
  for (const one of [crowds.studio, crowds.socketIo, socketIo]) one.stop();
  return [
    ratioRow(
      'Heap for each idle socket, against bare Socket.IO',
      [
        { of: 'studio', samples: grown.studio, unit: 'kB', digits: 1 },
        { of: 'bare Socket.IO', samples: grown.socketIo, unit: 'kB', digits: 1 },
      ],
      { atMost: goal },
    ),
    readingRow(
      `How many of ${most} idle sockets stay on one replica`,
      { statistic: 'count', value: stay, unit: '' },
      { atLeast: most },
      [
        { of: 'resident memory before', samples: [before], unit: 'MB' },
        { of: 'with them', samples: [after], unit: 'MB' },
        { of: 'an empty POST then', samples: times, digits: 1 },
      ],
    ),
  ];
}

async function crowdAt(door: Door): Promise<Crowd> {
  const crowd = new Crowd();
  await crowd.open(followers, door);
  return crowd;
}
