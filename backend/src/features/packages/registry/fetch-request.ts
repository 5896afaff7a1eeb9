import { RegistryRefusal, registryLimits } from './registry-jobs.js';

/** A request that may fetch packages, with its limits for all that it fetches (ADR 52). */
export class FetchRequest {
  /** The network or account that fetches are queued for. */
  readonly asker: string;
  readonly #until = Date.now() + registryLimits.totalMs;
  #left = registryLimits.packages;

  constructor(asker: string) {
    this.asker = asker;
  }

  /** @throws FetchLimit if its time is over */
  checkTime(what: string): void {
    if (Date.now() <= this.#until) return;
    const message = `${what}, with what it needs, takes too long to be fetched. Try again in a minute`;
    throw new FetchLimit(this, message);
  }

  /** Counts a package that is to be fetched. @throws FetchLimit if it is one too many */
  countPackage(what: string): void {
    this.#left -= 1;
    if (this.#left >= 0) return;
    const message = `${what} was not fetched: at most ${registryLimits.packages} packages are fetched at once. Try again in a minute`;
    throw new FetchLimit(this, message);
  }
}

/** A request has reached its limits. This is no property of the package: another request may fetch it. */
export class FetchLimit extends RegistryRefusal {
  readonly request: FetchRequest;

  constructor(request: FetchRequest, message: string) {
    super('registry_unavailable', message);
    this.request = request;
  }
}
