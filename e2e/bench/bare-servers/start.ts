import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A bare server in a process of its own, like the studio. */
export interface BareServer {
  url: string;
  stop(): void;
}

/** Starts the server in this file with one command-line argument. */
export async function startBareServer(
  file: 'bytes-server' | 'caching-file-server' | 'socket-io-server' | 'upload-server' | 'ws-server',
  argument = '',
): Promise<BareServer> {
  const entry = fileURLToPath(new URL(`${file}.ts`, import.meta.url));
  const child = spawn(process.execPath, [entry, argument], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: `http://127.0.0.1:${port.toString().trim()}/`, stop: () => child.kill() };
}
