import { archiveBytesPerPoint } from '@studio/contract/budgets';
import { formatWait } from '../../../common/text-format.js';
import type { BudgetsService } from '../../budgets/budgets.service.js';
import { bytesOnDisk, type FolderSize } from '../store/folder-size.js';
import { RegistryRefusal, registryLimits } from './registry-jobs.js';

/** A request that may fetch packages, with its limits for all that it fetches (ADR 52). */
export class FetchRequest {
  /** The network or account that fetches are queued for. */
  readonly requester: string;
  readonly #budgets: BudgetsService;
  readonly #until = Date.now() + registryLimits.totalMs;
  #left = registryLimits.packages;

  constructor(requester: string, budgets: BudgetsService) {
    this.requester = requester;
    this.#budgets = budgets;
  }

  /** @throws FetchLimit if its time is over */
  checkTime(what: string): void {
    if (Date.now() <= this.#until) return;
    const message = `${what}, with what it needs, takes too long to be fetched. Try again in a minute`;
    throw new FetchLimit(this, message);
  }

  /** Counts a package that is to be fetched. @throws FetchLimit if it is one too many, for now or for today */
  countPackage(what: string): void {
    this.#left -= 1;
    if (this.#left < 0) {
      const message = `${what} was not fetched: at most ${registryLimits.packages} packages are fetched at once. Try again in a minute`;
      throw new FetchLimit(this, message);
    }
    const seconds = this.#budgets.tryConsume('fetchedPackages', this.requester);
    if (seconds === null) return;
    const message = `${what} was not fetched: too much was fetched for you today. Try again in ${formatWait(seconds)}`;
    throw new FetchLimit(this, message);
  }

  /** Counts the bytes of an archive that was fetched, and the files and folders in it. */
  countArchive(archiveBytes: number, { entries }: FolderSize): void {
    const bytes = bytesOnDisk({ bytes: archiveBytes, entries });
    this.#budgets.charge('fetchedPackages', this.requester, Math.floor(bytes / archiveBytesPerPoint));
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
