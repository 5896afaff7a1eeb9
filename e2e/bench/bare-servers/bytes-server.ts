import { createServer } from 'node:http';
import { reportPort } from './report-port.ts';

/** The least that a response can cost: as many bytes as the command line says, sent by bare `node:http`. */
const bytes = Buffer.alloc(Number(process.argv[2]), 'x');

await reportPort(createServer((_request, response) => response.end(bytes)));
