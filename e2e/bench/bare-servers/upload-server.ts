import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { tellPort } from './tell-port.ts';

/**
 * What an upload costs without a product around it: the same multipart parser, SHA-256 and a file in the folder of the
 * command line that is on the disk before the answer goes out.
 */
const folder = String(process.argv[2]);
const require = createRequire(new URL('../../../backend/package.json', import.meta.url));
const parse = require('@fastify/busboy') as (options: { headers: IncomingHttpHeaders }) => Writable;
let stored = 0;

const server = createServer((request, response) => {
  const parser = parse({ headers: request.headers });
  parser.on('file', async (_field: string, file: NodeJS.ReadableStream) => {
    stored += 1;
    const hash = createHash('sha256');
    const hashing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    await pipeline(file, hashing, createWriteStream(join(folder, String(stored)), { flush: true }));
    response.writeHead(201).end(hash.digest('hex'));
  });
  request.pipe(parser);
});
await tellPort(server);
