/** Servers that the studio needs besides its database and its storage, for `/api/health/ready`. */
export class BackingServices {
  /** Pings by service name; each resolves while the service can be used. */
  constructor(readonly pings: Readonly<Record<string, () => Promise<void>>>) {}
}
