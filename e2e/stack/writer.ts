import { accountRoutes } from '@studio/contract/http/accounts';
import { type Project, projectRoutes } from '@studio/contract/http/projects';
import { revisionRoutes } from '@studio/contract/http/revisions';
import { callApi } from './api.ts';

/** Timeout of a save, longer than any outage in the tests. */
const timeoutMs = 45_000;

/** A user who saves a project again and again, as a page does, and records the acknowledged saves. */
export class Writer {
  readonly acknowledged: string[] = [];
  /** The number of responses by status. 0 stands for no response. */
  readonly responses = new Map<number, number>();
  readonly token: string;
  readonly projectId: string;
  readonly #studioUrl: string;
  #version = 1;
  #saves = 0;

  private constructor(studioUrl: string, token: string, projectId: string) {
    this.#studioUrl = studioUrl;
    this.token = token;
    this.projectId = projectId;
  }

  /** Registers a user and stores a public project. */
  static async start(studioUrl: string, name: string): Promise<Writer> {
    const body = { email: `${name}@example.org`, username: name, password: 'correct horse' };
    const { access_token: token } = await callApi(studioUrl, accountRoutes.register, { body });
    const { id } = await callApi(studioUrl, projectRoutes.createProject, {
      token,
      body: { title: 'save 0', isPublic: true },
    });
    return new Writer(studioUrl, token, id);
  }

  /** Saves with a new title and text, which name the number of the save. @returns the status; 0 without a response */
  async save(): Promise<number> {
    this.#saves += 1;
    const title = `save ${this.#saves}`;
    const { status, body } = await this.#put({ title, html: textOf(title) });
    if (status === 200) {
      this.acknowledged.push(title);
      this.#version = (body as Project).version;
    }
    // An earlier save without a response may have been stored. Like a page, continue from the current version.
    if (status === 409) this.#version = (body as { current: Project }).current.version;
    this.responses.set(status, (this.responses.get(status) ?? 0) + 1);
    return status;
  }

  /**
   * Acknowledged saves that are missing from the history or were overwritten by an older text. The history holds the
   * last 100 saves: call this at least once in 80 saves.
   */
  async lost(): Promise<string[]> {
    const { token } = this;
    const params = { id: this.projectId };
    const current = await callApi(this.#studioUrl, projectRoutes.readProject, { token, params });
    const query = { limit: '100' };
    const { data } = await callApi(this.#studioUrl, revisionRoutes.listRevisions, { token, params, query });
    const kept = new Set(data.map(({ title }) => title));
    const lost = this.acknowledged.slice(-80).filter((title) => !kept.has(title));
    const last = this.acknowledged.at(-1) ?? 'save 0';
    if (numberOf(current.title) < numberOf(last)) lost.push(`${last}, overwritten by ${current.title}`);
    if (current.html !== textOf(current.title) && current.html !== '')
      lost.push(`the text of ${current.title}`);
    return lost;
  }

  async #put(project: object): Promise<{ status: number; body: unknown }> {
    try {
      const response = await fetch(`${this.#studioUrl}/api/projects/${this.projectId}`, {
        method: 'PUT',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${this.token}`,
          'If-Match': `"${this.#version}"`,
        },
        body: JSON.stringify(project),
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { status: response.status, body: await response.json() };
    } catch {
      return { status: 0, body: null };
    }
  }
}

/** The number of responses of all writers, by status. */
export function responsesOf(writers: readonly Writer[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const { responses } of writers)
    for (const [status, count] of responses) sum[status] = (sum[status] ?? 0) + count;
  return sum;
}

function textOf(title: string): string {
  return `<p>${title}</p>`.repeat(20);
}

function numberOf(title: string): number {
  return Number(title.slice('save '.length));
}
