import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ServerPayload } from '@studio/contract/realtime';
import { io } from 'socket.io-client';
import { provisionStack, type Stack, startStack } from './stack.ts';
import { Writer } from './writer.ts';

const startsWithinMs = 300_000;
const refusal = provisionStack();
if (refusal) console.warn(`Two versions cannot run here: ${refusal}.`);

/** A module that makes a process another version: it raises `replicaProtocol` in the build that the process loads. */
const otherVersion = `
import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, load) {
    const loaded = load(url, context);
    if (!url.includes('/backend/dist/')) return loaded;
    return { ...loaded, source: String(loaded.source).replace('replicaProtocol = 1', 'replicaProtocol = 2') };
  },
});
`;

(refusal ? describe.skip : describe)('replicas of two versions, side by side in a roll', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ replicas: 2 });
    const [, second] = stack.replicas;
    await second?.stop();
    await second?.start({
      ...stack.variables,
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(otherVersion)}`,
    });
  }, startsWithinMs);
  afterAll(() => stack.stop());

  it('log that their versions differ, and a watcher of one receives within seconds what was saved at the other', async () => {
    const [old, young] = stack.replicas as [Stack['replicas'][number], Stack['replicas'][number]];
    const writer = await Writer.start(young.url, 'rolled');
    const socket = io(old.url, { transports: ['websocket'], auth: { token: writer.token } });
    const versions: number[] = [];
    // Like the page, it watches again after each connection to learn what it has missed.
    const watch = async () => {
      const watched = (await socket.emitWithAck('project:watch', { projectId: writer.projectId })) as {
        version: number;
      };
      versions.push(watched.version);
    };
    socket.on('connect', () => void watch());
    socket.on('project:updated', (payload: ServerPayload<'project:updated'>) => {
      versions.push(payload.version);
    });
    while (versions.length === 0) await pause(20);
    expect(await writer.save()).toBe(200);
    while (!versions.includes(2)) await pause(20);
    expect(old.output()).toContain('A replica of another version runs beside this one');
    socket.disconnect();
  }, 60_000);

  it('understand each other again when one version is left', async () => {
    const [old, young] = stack.replicas as [Stack['replicas'][number], Stack['replicas'][number]];
    await young.stop();
    await young.start({ ...stack.variables, NODE_OPTIONS: '' });
    const writer = await Writer.start(young.url, 'alone');
    const socket = io(old.url, { transports: ['websocket'], auth: { token: writer.token } });
    const received: number[] = [];
    socket.on('project:updated', ({ version }: ServerPayload<'project:updated'>) => received.push(version));
    await new Promise<void>((connected) => socket.once('connect', connected));
    await socket.emitWithAck('project:watch', { projectId: writer.projectId });
    expect(await writer.save()).toBe(200);
    while (received.length === 0) await pause(20);
    socket.disconnect();
  }, 120_000);
});
