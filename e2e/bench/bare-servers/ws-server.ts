import type { Server as HttpServer } from 'node:http';
import { serveEmitting } from './emitting-server.ts';
import { studioLibrary } from './studio-library.ts';

/** The parts of the library used here. It has no types. */
interface Library {
  WebSocketServer: new (options: { server: HttpServer }) => { clients: Set<{ send(text: string): void }> };
}

/** Bare WebSockets: sends the same text to every client. */
const { WebSocketServer } = studioLibrary('ws') as Library;

await serveEmitting((server) => {
  const { clients } = new WebSocketServer({ server });
  return (event, payload) => {
    const text = `42${JSON.stringify([event, payload])}`;
    for (const client of clients) client.send(text);
  };
});
