import type { Server as HttpServer } from 'node:http';
import { serveEmitting } from './emitting-server.ts';
import { studioLibrary } from './studio-library.ts';

/** The parts of the library used here. It has no types. */
interface Library {
  Server: new (
    server: HttpServer,
    options: object,
  ) => {
    on(event: 'connection', listener: (socket: { join(room: string): void }) => void): void;
    to(room: string): { emit(event: string, payload: object): void };
  };
}

/** Socket.IO without a product around it. Every socket joins the room named on the command line, if any. */
const room = process.argv[2] ?? '';
const { Server } = studioLibrary('socket.io') as Library;

await serveEmitting((server) => {
  const io = new Server(server, { serveClient: false });
  if (room !== '') io.on('connection', (socket) => socket.join(room));
  return (event, payload) => io.to(room).emit(event, payload);
});
