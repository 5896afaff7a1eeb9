import { type ClientEvent, clientEvents } from '@studio/contract/realtime';
import * as fc from 'fast-check';
import { thingsIn } from './cast.js';
import { hostileText, hostileValue } from './hostile-values.js';
import { nearlyValidValues, validValues } from './schema-values.js';

/** One event before the cast is known: `{name}` in any of its texts stands for a text of the cast. */
export interface Message {
  event: string;
  args: unknown[];
  /** `same` has the id of the message before. */
  acknowledged: 'yes' | 'same' | 'no';
}

const projectIds = fc.constantFrom(...(thingsIn['projects'] ?? []).map((thing) => `{${thing}}`));

/** The same payloads about projects that there are. */
const knownPayloads: Record<ClientEvent, fc.Arbitrary<object>> = {
  'project:watch': fc.record({ projectId: projectIds }),
  'project:unwatch': fc.record({ projectId: projectIds }),
  'browse:watch': fc.record({ projectIds: fc.array(projectIds, { maxLength: 9 }) }),
};

/** Longer ones end the connection. */
const longestMessage = 12_000;

export const anyMessage: fc.Arbitrary<Message> = fc
  .oneof(
    { weight: 9, arbitrary: fc.oneof(...(Object.keys(clientEvents) as ClientEvent[]).map(messageOf)) },
    {
      weight: 1,
      arbitrary: fc.record({
        // Those that socket.io keeps to itself end the connection.
        event: fc.oneof(
          hostileText,
          fc.constantFrom('message', 'error', 'moderation:event', 'session:revoked'),
        ),
        args: fc.array(hostileValue, { maxLength: 2 }),
        acknowledged: fc.constantFrom('yes', 'no'),
      }),
    },
  )
  .filter((message) => Buffer.byteLength(JSON.stringify(message)) < longestMessage);

function messageOf(event: ClientEvent): fc.Arbitrary<Message> {
  const { payload } = clientEvents[event];
  return fc.record({
    event: fc.constant(event),
    args: fc.oneof(
      { weight: 4, arbitrary: fc.tuple(knownPayloads[event]) },
      { weight: 2, arbitrary: fc.tuple(validValues(payload)) },
      { weight: 4, arbitrary: fc.tuple(nearlyValidValues(payload)) },
      { weight: 1, arbitrary: fc.array(hostileValue, { maxLength: 3 }) },
    ),
    acknowledged: fc.constantFrom('yes', 'yes', 'yes', 'same', 'no'),
  });
}
