import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream';
import { tellPort } from './tell-port.ts';

/** What serving costs without a product around it: the one file of the command line, to every request. */
const path = String(process.argv[2]);

const server = createServer(async (_request, response) => {
  const { size } = await stat(path);
  response.writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': size });
  pipeline(createReadStream(path), response, () => undefined);
});
await tellPort(server);
