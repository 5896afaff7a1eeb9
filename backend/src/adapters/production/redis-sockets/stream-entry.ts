import { replicaProtocol } from '@studio/contract/realtime';
import { type ClusterMessage, type ClusterResponse, MessageType } from 'socket.io-adapter';

/** The fields of an entry: one message, or several broadcasts of one replica, each a line of `data`. */
export interface EntryFields {
  /** Replicas of another version may have other fields beside this one and `uid`. */
  protocol: string;
  /** The replica that wrote it. */
  uid: string;
  nsp: string;
  type: string;
  /** JSON. */
  data?: string;
}

/** An entry as Redis returns it. */
export interface StreamEntry {
  /** A time and a number within it. */
  id: string;
  message: EntryFields;
}

/** A message and its offset: the entry and the index in it. A reconnecting socket sends its last received offset. */
export interface PlacedMessage {
  offset: string;
  message: ClusterMessage;
}

export type Broadcast = Extract<ClusterMessage, { type: MessageType.BROADCAST }>;

const protocol = String(replicaProtocol);
/** Not one of Socket.IO's types: messages before this entry were dropped before they could be written. */
const gap = 'gap';
const offsetFormat = /^(?<entry>\d+-\d+)\.\d+$/;

export const offsetIn = (entryId: string, index: number) => `${entryId}.${index}`;

/** The entry id in an offset; null if it is malformed, as it comes from a client. */
export function entryOf(offset: string): string | null {
  return offsetFormat.exec(offset)?.groups?.['entry'] ?? null;
}

/** A message of the adapter as the fields of an entry; `joinBroadcasts` may put several into one. */
export function encode({ uid, nsp, type, ...rest }: ClusterMessage | ClusterResponse): EntryFields {
  return {
    protocol,
    uid,
    nsp,
    type: String(type),
    ...('data' in rest && { data: JSON.stringify(rest.data) }),
  };
}

/** Several broadcasts may share an entry. */
export const isShareable = ({ type }: EntryFields) => type === String(MessageType.BROADCAST);

/** One entry for several broadcasts of one replica and namespace. JSON has no line breaks of its own. */
export function joinBroadcasts(first: EntryFields, all: readonly EntryFields[]): EntryFields {
  return { ...first, data: all.map(({ data }) => data).join('\n') };
}

/** An entry that says that messages of this replica are missing before it: who reads it cannot replay them. */
export const gapBefore = ({ uid, nsp }: EntryFields): EntryFields => ({ protocol, uid, nsp, type: gap });
export const isGap = ({ type }: EntryFields) => type === gap;
/** Whether a replica of another version wrote the entry, so that its content must not be read. */
export const hasOtherProtocol = (fields: EntryFields) => fields.protocol !== protocol;

/** How many messages an entry has. */
export const messageCount = ({ data = '' }: EntryFields) => data.split('\n').length;

/** The messages of an entry, in order. */
export function messagesOf({ id, message: { uid, nsp, type, data } }: StreamEntry): PlacedMessage[] {
  const head = { uid, nsp, type };
  if (data === undefined) return [{ offset: offsetIn(id, 0), message: decode(head) }];
  return data
    .split('\n')
    .map((line, index) => ({ offset: offsetIn(id, index), message: decode({ ...head, data: line }) }));
}

function decode({ data, type, ...head }: Omit<EntryFields, 'protocol'>): ClusterMessage {
  const decoded: unknown = {
    ...head,
    type: Number(type),
    ...(data !== undefined && { data: JSON.parse(data) as unknown }),
  };
  return decoded as ClusterMessage;
}

/** Whether the message is an event for sockets, and not one between replicas. */
export function isBroadcast(message: ClusterMessage): message is Broadcast {
  return message.type === MessageType.BROADCAST;
}

/** Whether an entry came after another. */
export function isAfter(id: string, other: string): boolean {
  const [time = 0, turn = 0] = id.split('-').map(Number);
  const [otherTime = 0, otherTurn = 0] = other.split('-').map(Number);
  return time > otherTime || (time === otherTime && turn > otherTurn);
}
