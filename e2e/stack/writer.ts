import { accountRoutes } from '@studio/contract/http/accounts';
import { projectRoutes } from '@studio/contract/http/projects';
import { revisionRoutes } from '@studio/contract/http/revisions';
import { callApi } from './api.ts';

/** What became of one save: stored, refused with a status, or no answer at all (0). */
export type SaveAnswer = number;

/** How long a save may take before nobody waits for it any more. */
const patienceMs = 40_000;

/** Somebody with a project that is saved again and again, who remembers which saves were acknowledged. */
export class Writer {
  readonly acknowledged = new Set<string>();
  /** How often each answer came. */
  readonly answers = new Map<SaveAnswer, number>();
  readonly token: string;
  readonly projectId: string;
  readonly #studioUrl: string;
  #saves = 0;

  private constructor(studioUrl: string, token: string, projectId: string) {
    this.#studioUrl = studioUrl;
    this.token = token;
    this.projectId = projectId;
  }

  /** Registers somebody and stores their project, which is public. */
  static async start(studioUrl: string, name: string): Promise<Writer> {
    const body = { email: `${name}@example.org`, username: name, password: 'correct horse' };
    const { access_token: token } = await callApi(studioUrl, accountRoutes.register, { body });
    const { id } = await callApi(studioUrl, projectRoutes.createProject, {
      token,
      body: { title: 'save 0', isPublic: true },
    });
    return new Writer(studioUrl, token, id);
  }

  /** Saves once more, as a save of its own in the history, whose title and text say which it is. */
  async save(): Promise<SaveAnswer> {
    this.#saves += 1;
    const title = `save ${this.#saves}`;
    const status = await this.#put({ title, html: `<p>${title}</p>`.repeat(20) });
    if (status === 200) this.acknowledged.add(title);
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
    return status;
  }

  /** Acknowledged saves that are not in the history. It keeps the last 100: save no more often between two questions. */
  async lost(): Promise<string[]> {
    const { data } = await callApi(this.#studioUrl, revisionRoutes.listRevisions, {
      token: this.token,
      params: { id: this.projectId },
      query: { limit: '100' },
    });
    const kept = new Set(data.map(({ title }) => title));
    return [...this.acknowledged].slice(-80).filter((title) => !kept.has(title));
  }

  async #put(body: object): Promise<SaveAnswer> {
    try {
      const response = await fetch(`${this.#studioUrl}/api/projects/${this.projectId}`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${this.token}` },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(patienceMs),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 0;
    }
  }
}

/** The answers of all of them together. */
export function answersOf(writers: readonly Writer[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const { answers } of writers)
    for (const [status, count] of answers) sum[status] = (sum[status] ?? 0) + count;
  return sum;
}
