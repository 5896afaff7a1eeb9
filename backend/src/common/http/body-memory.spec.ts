import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from '@jest/globals';
import { BodyMemory } from './body-memory.js';

const memory = new BodyMemory(100);
const ended: string[] = [];

/** A request that holds this many bytes; ended ones are named in `ended`. */
function holding(network: string, bytes: number): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  memory.open(request, network, () => ended.push(`${network}: ${bytes}`));
  expect(memory.tryAdd(request, bytes)).toBe(true);
  return request;
}

it('H74 where the memory is full, the network that holds most loses its largest bodies, and no other does', () => {
  const alone = holding('a', 35);
  const small = holding('b', 15);
  holding('b', 20);
  holding('b', 20);
  const late = holding('c', 10);
  expect({ ended, bytes: memory.bytes }).toEqual({ ended: [], bytes: 100 });

  // The later of two that are as large.
  expect(memory.tryAdd(late, 5)).toBe(true);
  expect({ ended, bytes: memory.bytes }).toEqual({ ended: ['b: 20'], bytes: 85 });

  // Not for what would itself be the largest.
  expect(memory.tryAdd(late, 40)).toBe(false);
  expect({ ended, bytes: memory.bytes }).toEqual({ ended: ['b: 20'], bytes: 85 });

  memory.keepOnly(alone, 5);
  expect(memory.tryAdd(late, 40)).toBe(true);
  expect(memory.bytesOf(late)).toBe(55);

  for (const request of [alone, small, late, late]) memory.release(request);
  expect({ ended, bytes: memory.bytes }).toEqual({ ended: ['b: 20'], bytes: 20 });
});
