import type { Server as HttpServer } from 'node:http';
import { serveEmitting } from './emitting-server.ts';
import { studioLibrary } from './studio-library.ts';

/** What of the library is used here; it comes without types. */
interface Library {
  WebSocketServer: new (options: { server: HttpServer }) => { clients: Set<{ send(text: string): void }> };
}

/** Bare WebSockets: the same text to each. */
const { WebSocketServer } = studioLibrary('ws') as Library;

await serveEmitting((server) => {
  const { clients } = new WebSocketServer({ server });
  return (event, payload) => {
    const text = `42${JSON.stringify([event, payload])}`;
    for (const client of clients) client.send(text);
  };
});
