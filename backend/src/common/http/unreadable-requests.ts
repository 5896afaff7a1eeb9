import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { linger } from './request-body.js';

/** The status of a request that Node cannot read, by the code of its error; 400 for any other. */
const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** The response that is being sent, which Node's own answer looks at, too. */
type Connection = Socket & { _httpMessage?: ServerResponse | null };

/**
 * Answers requests that cannot be read, as Node itself would. But a browser whose request is too long deletes its cookies:
 * a project's page can set so many for the whole sandbox domain that no project, file or avatar would load there any
 * more. The studio needs none of them.
 */
export function answerUnreadable(server: Server): void {
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket: Connection) => {
    // It was answered: this is the rest of the same request.
    if (socket.writableEnded) return;
    if (!socket.writable || socket._httpMessage?.headersSent) {
      socket.destroy();
      return;
    }
    const status = statuses[code] ?? 400;
    const clearing = status === 431 ? 'Clear-Site-Data: "cookies"\r\n' : '';
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${clearing}Connection: close\r\n\r\n`);
    linger(socket);
  });
}
