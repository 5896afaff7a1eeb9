import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline, Transform } from 'node:stream';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { reportPort } from './report-port.ts';

/**
 * The cost of an upload without a product around it: the same multipart parser, SHA-256, and a file in the folder named
 * on the command line, flushed to disk before the response is sent.
 */
const folder = String(process.argv[2]);
let stored = 0;

const server = createServer((request, response) => {
  const parser = new Busboy({ headers: request.headers as BusboyHeaders });
  parser.on('file', (_field: string, file: NodeJS.ReadableStream) => {
    stored += 1;
    const hash = createHash('sha256');
    const hashing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    pipeline(file, hashing, createWriteStream(join(folder, String(stored)), { flush: true }), (error) => {
      response.writeHead(error ? 500 : 201).end(hash.digest('hex'));
    });
  });
  request.pipe(parser);
});
await reportPort(server);
