import { createServer } from 'node:http';
import { reportPort } from './report-port.ts';

/** What an answer costs at least: that many bytes, on the command line, from bare `node:http`. */
const bytes = Buffer.alloc(Number(process.argv[2]), 'x');

await reportPort(createServer((_request, response) => response.end(bytes)));
