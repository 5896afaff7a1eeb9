import { createReadStream, stat } from 'node:fs';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream';
import { reportPort } from './report-port.ts';

/** What serving costs without a product around it: the one file of the command line, to every request. */
const path = String(process.argv[2]);

const server = createServer((_request, response) => {
  stat(path, (error, file) => {
    response.writeHead(error ? 404 : 200, { 'Content-Type': 'image/gif', 'Content-Length': file?.size ?? 0 });
    pipeline(createReadStream(path), response, () => undefined);
  });
});
await reportPort(server);
