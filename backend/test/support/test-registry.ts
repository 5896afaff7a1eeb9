import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Header } from 'tar';

/** An entry of an archive; by default a file. */
export interface ArchiveEntry {
  path: string;
  text?: string | Buffer;
  type?: 'File' | 'SymbolicLink' | 'Link' | 'CharacterDevice' | 'BlockDevice' | 'FIFO' | 'Directory';
  linkpath?: string;
}

/** A package to publish, with false claims of the registry if needed. */
export interface PublishedPackage {
  version?: string;
  manifest?: object;
  files?: Record<string, string>;
  /** Further entries of the archive, written unchanged. */
  entries?: ArchiveEntry[];
  /** Replaces the archive. */
  archive?: Buffer;
  /** Fields that replace the true description of the version (`said`) and of its archive (`dist`). */
  said?: object;
  dist?: object;
  /** Days ago; by default long ago. */
  age?: number;
}

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

/** A registry on loopback, with the addresses and responses of npm's. */
export interface TestRegistry {
  address: string;
  /** The requested paths, in order. */
  requests: string[];
  publish(name: string, published?: PublishedPackage): void;
  /** Replaces the registry's description of a package. */
  describe(name: string, description: object): void;
  /** Replaces the response at a path; that of an archive is `/-/{name}-{version}.tgz`. */
  replaceResponse(path: string, respond: Respond): void;
  stop(): Promise<void>;
}

const dayMs = 86_400_000;

/** The registry's description of a package. */
interface Description {
  name: string;
  'dist-tags': { latest: string };
  versions: Record<string, object>;
  time: Record<string, string>;
}

export async function startTestRegistry(): Promise<TestRegistry> {
  const descriptions = new Map<string, Description>();
  const others = new Map<string, object>();
  const archives = new Map<string, Buffer>();
  const responses = new Map<string, Respond>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://registry').pathname);
    requests.push(path);
    const replaced = responses.get(path);
    if (replaced) return replaced(request, response);
    const archive = archives.get(path);
    if (archive) return response.end(archive);
    if (path === '/-/v1/search') return response.end(JSON.stringify(found(request.url ?? '')));
    const description = others.get(path.slice(1)) ?? descriptions.get(path.slice(1));
    response.statusCode = description ? 200 : 404;
    response.end(JSON.stringify(description ?? { error: 'Not found' }));
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function found(url: string) {
    const text = new URL(url, address).searchParams.get('text') ?? '';
    const named = [...descriptions.values()].filter(({ name }) => name.includes(text));
    return {
      objects: named.map((each) => ({
        package: { name: each.name, version: each['dist-tags'].latest, description: 'Of the registry' },
      })),
    };
  }

  return {
    address,
    requests,
    publish(
      name,
      { version = '1.0.0', manifest = {}, files = {}, entries = [], archive, said, dist, age = 400 } = {},
    ) {
      const own = { name, version, type: 'module', license: 'MIT', main: 'index.js', ...manifest };
      const all = { 'package.json': JSON.stringify(own), 'index.js': 'export default 1;', ...files };
      const plain = Object.entries(all).map(([path, text]) => ({ path: `package/${path}`, text }));
      const bytes = archive ?? archiveOf([...plain, ...entries]);
      const path = `/-/${name}-${version}.tgz`;
      archives.set(path, bytes);
      const known = descriptions.get(name);
      const published = new Date(Date.now() - age * dayMs).toISOString();
      const described = {
        ...own,
        ...said,
        dist: { tarball: address + path, integrity: hashOf(bytes), ...dist },
      };
      descriptions.set(name, {
        name,
        'dist-tags': { latest: version },
        versions: { ...known?.versions, [version]: described },
        time: { created: published, ...known?.time, [version]: published },
      });
    },
    describe: (name, description) => void others.set(name, description),
    replaceResponse: (path, respond) => void responses.set(path, respond),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function hashOf(bytes: Buffer): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}

/** Writes the given entries unchecked, including those that no ordinary program would write. */
export function archiveOf(entries: readonly ArchiveEntry[]): Buffer {
  const blocks = entries.flatMap(({ path, text = '', type = 'File', linkpath = '' }) => {
    const content = Buffer.from(text);
    const header = new Header({
      path,
      type,
      linkpath,
      mode: 0o644,
      size: content.length,
      mtime: new Date(0),
    });
    header.encode();
    return [header.block ?? Buffer.alloc(0), content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1_024)]));
}
