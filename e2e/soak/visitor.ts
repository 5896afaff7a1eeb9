import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Asset, assetRoutes } from '@studio/contract/http/assets';
import { likeRoutes } from '@studio/contract/http/likes';
import { callApi } from '../stack/api.ts';
import { Writer } from '../stack/writer.ts';

/** Timeout of an upload, longer than any outage of the soak. */
const timeoutMs = 45_000;
/** The history holds the last 100 saves of a project, so they have to be compared before any is removed. */
const savesBetweenLooks = 60;

/** @param status 0 without a response */
export type OnSave = (status: number, ms: number) => void;

/** A user who saves, likes and uploads at random, and regularly checks that acknowledged saves are still there. */
export class Visitor {
  readonly writer: Writer;
  /** Acknowledged uploads with the content that was sent. */
  readonly uploads = new Map<string, { asset: Asset; content: string }>();
  readonly findings: string[] = [];
  readonly #studioUrl: string;
  #savesSinceLook = 0;
  #uploads = 0;

  private constructor(studioUrl: string, writer: Writer) {
    this.#studioUrl = studioUrl;
    this.writer = writer;
  }

  static async start(studioUrl: string, name: string): Promise<Visitor> {
    return new Visitor(studioUrl, await Writer.start(studioUrl, name));
  }

  /** Acts until the signal aborts. `saved` is called after each save. */
  async live(projectIds: readonly string[], enough: AbortSignal, saved: OnSave): Promise<void> {
    while (!enough.aborted) {
      await this.#actOnce(projectIds, saved);
      if (this.#savesSinceLook >= savesBetweenLooks) await this.look();
      await pause(randomInt(20, 300));
    }
  }

  /** Compares the saves, and tries again until the studio answers. */
  async look(): Promise<void> {
    for (;;) {
      try {
        const lost = await this.writer.lost();
        this.findings.push(
          ...lost.map((save) => `${this.writer.projectId}: ${save} was acknowledged and is lost`),
        );
        this.#savesSinceLook = 0;
        return;
      } catch {
        await pause(500);
      }
    }
  }

  async #actOnce(projectIds: readonly string[], saved: OnSave): Promise<void> {
    const dice = randomInt(10);
    if (dice === 0) await this.#upload();
    else if (dice <= 2) await this.#like(projectIds[randomInt(projectIds.length)] ?? '');
    else await this.#save(saved);
  }

  async #save(saved: OnSave): Promise<void> {
    const startedAt = performance.now();
    const status = await this.writer.save();
    saved(status, performance.now() - startedAt);
    if (status === 200) this.#savesSinceLook += 1;
    else await pause(200);
  }

  /** A refused or lost like is no finding: likes and their counts are compared at the end. */
  async #like(id: string): Promise<void> {
    const route = randomInt(2) === 0 ? likeRoutes.setLike : likeRoutes.clearLike;
    await callApi(this.#studioUrl, route, { token: this.writer.token, params: { id } }).catch(
      () => undefined,
    );
  }

  async #upload(): Promise<void> {
    this.#uploads += 1;
    const content = `${this.writer.projectId} ${this.#uploads}\n`.repeat(randomInt(1, 5_000));
    const body = new FormData();
    body.set(
      assetRoutes.uploadAsset.file,
      new File([content], `${this.#uploads}.txt`, { type: 'text/plain' }),
    );
    try {
      const response = await fetch(`${this.#studioUrl}/api${assetRoutes.uploadAsset.path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${this.writer.token}` },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.status !== 201) return;
      const asset = assetRoutes.uploadAsset.response.parse(await response.json());
      this.uploads.set(asset.id, { asset, content });
    } catch {
      // Without a response the upload is not acknowledged.
    }
  }
}
