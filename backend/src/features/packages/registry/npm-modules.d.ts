/** Declarations for the used parts of npm's own packages, which have none. */
declare module 'npm-registry-fetch' {
  export interface Options {
    registry?: string;
    query?: Record<string, string>;
    headers?: Record<string, string>;
    signal?: AbortSignal;
    agent?: unknown;
    [setting: string]: unknown;
  }
  export default function fetch(
    address: string,
    options: Options,
  ): Promise<{ body: AsyncIterable<Buffer> & { destroy(): void } }>;
}

declare module 'npm-pick-manifest' {
  export default function pickManifest(
    packument: object,
    wanted: string,
    options: { before?: Date | null; nodeVersion?: string },
  ): unknown;
}

declare module 'pacote' {
  import type { Options } from 'npm-registry-fetch';

  const pacote: {
    tarball: {
      /** Calls `read` again if it retries. */
      stream<T>(
        spec: string,
        read: (archive: AsyncIterable<Buffer>) => Promise<T>,
        options: Options & { integrity: string },
      ): Promise<T>;
    };
  };
  export default pacote;
}

declare module '@npmcli/agent' {
  import type { Duplex } from 'node:stream';

  export class Agent {
    constructor(options: object);
    connect(request: object, options: Connection): Promise<Duplex>;
  }
  export interface Connection {
    host?: string;
    port?: number | string;
    secureEndpoint: boolean;
  }
}

declare module '@npmcli/config' {
  export default class Config {
    constructor(options: object);
    load(): Promise<void>;
    get flat(): Record<string, unknown>;
  }
}

declare module '@npmcli/config/lib/definitions/index.js' {
  const npmDefinitions: { definitions: object; shorthands: object; flatten: object };
  export default npmDefinitions;
}
