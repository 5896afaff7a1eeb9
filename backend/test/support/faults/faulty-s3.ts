import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/**
 * A fault of the server, in the order below: it never answers, accepts no keys, has no room left, stores less than it
 * confirms, stores nothing of what it confirms, denies writing or deleting, stops in the middle of a response without
 * closing the connection, or keeps reads waiting.
 */
export type Fault =
  | 'none'
  | 'silent'
  | 'refusing'
  | 'full'
  | 'shortening'
  | 'forgetful'
  | 'read-only'
  | 'undeletable'
  | 'stalling'
  | 'waiting';

/** The parts of an S3 server for small files, with faults that a real server would not show on demand. */
export class FaultyS3 {
  fault: Fault = 'none';
  /** How many requests to store something have arrived, refused ones too. */
  puts = 0;
  readonly objects = new Map<string, Buffer>();
  /** Sends what the reads that wait have asked for. */
  readonly waiting: (() => void)[] = [];
  readonly #server: Server = createServer((request, response) => {
    this.#respond(request, response).catch(() => response.destroy());
  });
  #port = 0;

  /** @returns the variables for a studio. */
  async start(): Promise<Record<string, string>> {
    await this.comeBack();
    const address = this.#server.address();
    this.#port = typeof address === 'object' && address ? address.port : 0;
    return {
      S3_ENDPOINT: `http://127.0.0.1:${this.#port}`,
      S3_REGION: 'us-east-1',
      S3_BUCKET: 'studio',
      S3_ACCESS_KEY: 'access',
      S3_SECRET_KEY: 'secret',
    };
  }

  /** Stops listening, and closes all connections. */
  async goAway(): Promise<void> {
    this.#server.close().closeAllConnections();
    await once(this.#server, 'close');
  }

  async comeBack(): Promise<void> {
    await once(this.#server.listen(this.#port, '127.0.0.1'), 'listening');
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'PUT') this.puts += 1;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3');
    const key = pathname.split('/').slice(2).join('/');
    if (this.fault === 'silent') return;
    if (this.fault === 'refusing') refuse(response, 403, 'InvalidAccessKeyId');
    else if (this.fault === 'read-only' && request.method === 'PUT') refuse(response, 403, 'AccessDenied');
    else if (this.fault === 'undeletable' && request.method === 'DELETE')
      refuse(response, 403, 'AccessDenied');
    else if (request.method === 'PUT' || request.method === 'POST') {
      const body = await buffer(request);
      if (this.fault === 'full') refuse(response, 507, 'XMinioStorageFull');
      else if (searchParams.has('uploads')) response.end(xmlOf('InitiateMultipartUploadResult', 'UploadId'));
      else if (request.method === 'POST') response.end(xmlOf('CompleteMultipartUploadResult', 'ETag'));
      else {
        if (this.fault !== 'forgetful')
          this.objects.set(key, this.fault === 'shortening' ? body.subarray(1) : body);
        response.setHeader('etag', '"tag"').end();
      }
    } else if (request.method === 'DELETE') {
      this.objects.delete(key);
      response.writeHead(204).end();
    } else if (searchParams.has('uploads')) response.end(xmlOf('ListMultipartUploadsResult', 'Bucket'));
    else if (searchParams.has('list-type')) response.end(this.#list());
    else if (this.fault === 'waiting') this.waiting.push(() => this.#send(key, response));
    else this.#send(key, response);
  }

  #list(): string {
    const contents = [...this.objects].map(
      ([key, { length }]) =>
        `<Contents><Key>${key}</Key><LastModified>2026-11-21T00:00:00.000Z</LastModified><ETag>tag</ETag><Size>${length}</Size></Contents>`,
    );
    return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`;
  }

  #send(key: string, response: ServerResponse): void {
    const object = key === '' ? Buffer.alloc(0) : this.objects.get(key);
    if (!object) {
      refuse(response, 404, 'NoSuchKey');
      return;
    }
    response.writeHead(200, {
      'content-length': object.length,
      etag: '"tag"',
      'last-modified': 'Sat, 21 Nov 2026 00:00:00 GMT',
    });
    if (this.fault === 'stalling') response.write(object.subarray(0, 1));
    else response.end(object);
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status).end(`<Error><Code>${code}</Code><Message>no</Message></Error>`);
}

function xmlOf(response: string, value: string): string {
  return `<${response}><${value}>one</${value}></${response}>`;
}
