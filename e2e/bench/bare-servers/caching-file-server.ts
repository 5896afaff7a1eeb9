import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { reportPort } from './report-port.ts';

/** What serving costs without a product around it: the one file of the command line, from memory, to every request. */
const bytes = readFileSync(String(process.argv[2]));

const server = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'image/gif', 'Content-Length': bytes.length });
  response.end(bytes);
});
await reportPort(server);
