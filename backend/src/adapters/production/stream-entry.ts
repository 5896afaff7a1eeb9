/** An event as the streams adapter writes it. */
export interface StreamEvent {
  /** By whom. */
  uid: string;
  nsp: string;
  type: string;
  /** JSON. */
  data?: string;
}

/** What is in the stream: one event, or several that one replica told to rooms, each a line of its `data`. */
export interface StreamEntry {
  /** A time and a number within it. */
  id: string;
  message: StreamEvent;
}

/** An event as the streams adapter reads it. Its id is the place up to which a socket says that it was told: the entry, and where in it. */
export interface PlacedEvent {
  id: string;
  message: StreamEvent;
}

/** The data of an event that is told to rooms: to all where none is named. */
export interface Broadcast {
  packet: { data: unknown[] };
  opts: { rooms: string[]; except: string[] };
}

/** How much of the stream is kept when something is written. */
export interface Trim {
  TRIM: { strategy: 'MAXLEN'; strategyModifier: '~'; threshold: number };
}

/** The adapter's number for what is told to rooms. */
const broadcast = '3';
/** What the adapter has no number for: in this place something is missing that was told at one replica alone. */
const gap = 'gap';
const placeFormat = /^(?<entry>\d+-\d+)\.\d+$/;

export const placeIn = (entry: string, index: number) => `${entry}.${index}`;

/** The entry of a place; null for what is none: sockets say it, and may say anything. */
export function entryOf(place: string): string | null {
  return placeFormat.exec(place)?.groups?.['entry'] ?? null;
}

/** Whether an event is told to rooms. Several of those may stand in one entry. */
export const isBroadcast = ({ type, data }: StreamEvent) => type === broadcast && data !== undefined;

/** An entry that says that some before it were never written. */
export const gapBefore = ({ uid, nsp }: StreamEvent): StreamEvent => ({ uid, nsp, type: gap });
export const isGap = ({ type }: StreamEvent) => type === gap;

/** The data of one entry for all of them, which are told to rooms. JSON has no line breaks of its own. */
export const joinData = (events: readonly StreamEvent[]) => events.map(({ data }) => data).join('\n');

/** The events of an entry. */
export function eventsOf({ id, message }: StreamEntry): PlacedEvent[] {
  if (message.data === undefined) return [{ id: placeIn(id, 0), message }];
  const lines = message.data.split('\n');
  return lines.map((data, index) => ({ id: placeIn(id, index), message: { ...message, data } }));
}

/** Null for an event that is not told to rooms. */
export function readBroadcast(event: StreamEvent): Broadcast | null {
  return isBroadcast(event) ? (JSON.parse(event.data ?? '') as Broadcast) : null;
}

/** Whether an event is for anybody, where these rooms are not empty. */
export function isMeantFor(rooms: { has(room: string): boolean }, event: StreamEvent): boolean {
  const meant = readBroadcast(event)?.opts.rooms ?? [];
  return meant.length === 0 || meant.some((room) => rooms.has(room));
}

/** Whether an entry came after another. */
export function isAfter(id: string, other: string): boolean {
  const [time = 0, turn = 0] = id.split('-').map(Number);
  const [otherTime = 0, otherTurn = 0] = other.split('-').map(Number);
  return time > otherTime || (time === otherTime && turn > otherTurn);
}
