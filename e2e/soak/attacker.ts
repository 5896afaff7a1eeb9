import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, type RequestOptions, request } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { accountRoutes } from '@studio/contract/http/accounts';
import { projectRoutes } from '@studio/contract/http/projects';
import { hostilePieces, repeated } from '../fixtures/hostile/hostile-texts.ts';
import { callApi } from '../stack/api.ts';

const sourceBytes = 1_048_576;
const anonymousBody = Buffer.alloc(7 * sourceBytes, ' ');

/** The attacked studio. */
export interface Target {
  /** The app's origin. */
  url: string;
  /** The origin of user code, with `{id}` for the project. */
  sandboxUrl: string;
}

interface Call {
  path: string;
  method?: 'GET' | 'POST' | 'PUT';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** How long the client waits before it reads the response. */
  slowForMs?: number;
}

/**
 * A hostile user on a network of their own who tries to stop the studio: by hostile texts, read at every path that
 * serves them, by floods, by large bodies that must be refused, and by reading responses slowly.
 */
export class Attacker {
  /** The number of responses by status. 0 stands for no response. */
  readonly responses = new Map<number, number>();
  readonly #target: Target;
  readonly #token: string;
  readonly #projectId: string;
  readonly #agent: Agent;
  #version = 1;

  private constructor(target: Target, token: string, projectId: string, network: string) {
    this.#target = target;
    this.#token = token;
    this.#projectId = projectId;
    this.#agent = new Agent({ keepAlive: true, localAddress: network, maxSockets: 100 });
  }

  /** @param network the loopback address from which the attacker connects */
  static async start(target: Target, name: string, network: string): Promise<Attacker> {
    const account = { email: `${name}@example.org`, username: name, password: 'correct horse' };
    const { access_token: token } = await callApi(target.url, accountRoutes.register, { body: account });
    const body = { title: name, isPublic: true, isEmbeddable: true };
    const { id } = await callApi(target.url, projectRoutes.createProject, { token, body });
    return new Attacker(target, token, id, network);
  }

  /** Attacks until the signal aborts. */
  async live(enough: AbortSignal): Promise<void> {
    const acts = [this.#publish, this.#read, this.#readSlowly, this.#flood, this.#sendBodies];
    while (!enough.aborted) {
      await acts[randomInt(acts.length)]?.call(this);
      await pause(randomInt(20, 200));
    }
    this.#agent.destroy();
  }

  /** Stores a hostile text in one of the panes. */
  async #publish(): Promise<void> {
    const piece = hostilePieces[randomInt(hostilePieces.length)] ?? '';
    const size = randomInt(2) === 0 ? sourceBytes : sourceBytes / 8;
    const pane = ['html', 'css', 'js'][randomInt(3)] ?? 'html';
    const body = JSON.stringify({ [pane]: repeated(piece, size) });
    const response = await this.#ask(this.#target.url, {
      path: `/api/projects/${this.#projectId}`,
      method: 'PUT',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${this.#token}`,
        'If-Match': `"${this.#version}"`,
      },
      body,
    });
    if (response === 200) this.#version += 1;
    if (response === 409 || response === 0) await this.#readVersion();
  }

  async #readVersion(): Promise<void> {
    const params = { id: this.#projectId };
    try {
      const read = { token: this.#token, params };
      this.#version = (await callApi(this.#target.url, projectRoutes.readProject, read)).version;
    } catch {
      // The next save is refused and leads here again.
    }
  }

  /** Requests each path that serves the text, once. */
  async #read(): Promise<void> {
    await Promise.all(this.#paths().map(([origin, call]) => this.#ask(origin, call)));
  }

  async #readSlowly(): Promise<void> {
    const slow = this.#paths().map(([origin, call]) =>
      this.#ask(origin, { ...call, slowForMs: randomInt(1_000, 3_000) }),
    );
    await Promise.all(slow);
  }

  /** Sends 500 calls to one path, 50 at a time. */
  async #flood(): Promise<void> {
    const paths = this.#paths();
    const [origin, call] = paths[randomInt(paths.length)] ?? [];
    if (!origin || !call) return;
    const line = async () => {
      for (let sent = 0; sent < 10; sent += 1) await this.#ask(origin, call);
    };
    await Promise.all(Array.from({ length: 50 }, line));
  }

  /** Sends large bodies without signing in, on persistent connections. */
  async #sendBodies(): Promise<void> {
    const body = { path: '/api/projects', method: 'POST', body: anonymousBody } as const;
    const headers = { 'Content-Type': 'application/json' };
    await Promise.all(Array.from({ length: 20 }, () => this.#ask(this.#target.url, { ...body, headers })));
  }

  #paths(): [origin: string, Call][] {
    const { url, sandboxUrl } = this.#target;
    const id = this.#projectId;
    const sandbox = sandboxUrl.replace('{id}', id);
    const variant = randomInt(100_000);
    const inFrame = { Accept: 'text/html', 'Sec-Fetch-Dest': 'iframe' };
    return [
      [url, { path: `/embed/${id}?tabs=html,css,js,result&variant=${variant}` }],
      [url, { path: `/project/${id}`, headers: { Accept: 'text/html' } }],
      [url, { path: `/project/${id}/card.png?v=${variant}` }],
      [url, { path: `/api/projects/${id}` }],
      [url, { path: `/api/projects/public?search=${encodeURIComponent('<!--'.repeat(50))}` }],
      [url, { path: `/api/oembed?url=${encodeURIComponent(`${url}/project/${id}`)}` }],
      [url, { path: '/api/health/live' }],
      [sandbox, { path: `/rendered/${id}?variant=${variant}`, headers: inFrame }],
      [sandbox, { path: '/', headers: inFrame }],
    ];
  }

  /** @returns the status; 0 without a response. */
  async #ask(origin: string, { path, method = 'GET', headers, body, slowForMs }: Call): Promise<number> {
    const { hostname, port } = new URL(origin);
    const options: RequestOptions = { host: '127.0.0.1', servername: hostname, port, path, method };
    const status = await this.#send(
      { ...options, headers: { ...headers, Host: `${hostname}:${port}` } },
      body,
      slowForMs,
    );
    this.responses.set(status, (this.responses.get(status) ?? 0) + 1);
    return status;
  }

  async #send(options: RequestOptions, body?: string | Buffer, slowForMs?: number): Promise<number> {
    const asked = request({ ...options, agent: this.#agent, timeout: 30_000 });
    asked.on('timeout', () => asked.destroy());
    try {
      const answered = once(asked, 'response');
      asked.end(body);
      const [response] = (await answered) as [IncomingMessage];
      if (slowForMs) await pause(slowForMs);
      response.resume();
      await once(response, 'close');
      return response.statusCode ?? 0;
    } catch {
      return 0;
    }
  }
}
