/** How far this replica has come in the stream; ids of entries, empty before the first. */
export interface StreamProgress {
  /** All that others wrote up to here has been told to the sockets of this replica. */
  read: string;
  /** The name by which this replica writes. */
  writer: string;
  /** All that this replica wrote up to here has been told to them. */
  written: string;
}

/** Whether an entry came after another: ids are a time and a number within it. */
export function isAfter(id: string, other: string): boolean {
  const [time = 0, place = 0] = id.split('-').map(Number);
  const [otherTime = 0, otherPlace = 0] = other.split('-').map(Number);
  return time > otherTime || (time === otherTime && place > otherPlace);
}
