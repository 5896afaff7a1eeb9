/** How far this replica has come in the stream; ids of entries, empty before the first. */
export interface StreamProgress {
  /** All that others wrote up to here has been told to the sockets of this replica. */
  read: string;
  /** The name by which this replica writes. */
  writer: string;
  /** All that this replica wrote up to here has been told to them. */
  written: string;
}
