/** Servers that the studio stands on, beside its database and its storage, for `/api/health/ready`. */
export class BackingServices {
  /** By the name of the part; each resolves while the server can be used. */
  constructor(readonly pings: Readonly<Record<string, () => Promise<void>>>) {}
}
