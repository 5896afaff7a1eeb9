import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { reportPort } from './report-port.ts';

/** The cost of serving without a product around it: sends the file named on the command line, kept in memory. */
const bytes = readFileSync(String(process.argv[2]));

const server = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'image/gif', 'Content-Length': bytes.length });
  response.end(bytes);
});
await reportPort(server);
