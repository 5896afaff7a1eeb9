import { createServer, type Server } from 'node:http';
import { heapUsed } from './heap-used.ts';
import { reportPort } from './report-port.ts';

/**
 * Serves `/emit`, which sends a like event with the number in its query to all sockets and answers when it started, in
 * ms of `process.hrtime`, and `/heap`, which answers how many bytes of the heap are in use.
 */
export async function serveEmitting(
  attach: (server: Server) => (event: string, payload: object) => void,
): Promise<void> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://bare');
    if (pathname === '/heap') {
      void heapUsed().then((bytes) => response.end(String(bytes)));
    } else if (pathname === '/emit') {
      const at = Number(process.hrtime.bigint()) / 1e6;
      emit('project:likes', { projectId: '0123456789abcdef', likes: Number(searchParams.get('likes')) });
      response.end(String(at));
    }
  });
  const emit = attach(server);
  await reportPort(server);
}
