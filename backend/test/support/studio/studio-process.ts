import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.js';
import { compileCache } from './compile-cache.js';

const entry = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));

/** A process of the built server. `said` returns its output so far. */
export interface StudioProcess {
  child: ChildProcess;
  said(): string;
}

/** Starts the built server on a data folder, with little else in its environment. */
export function spawnStudio(dataDir: string, variables: Record<string, string>): StudioProcess {
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    ...compileCache,
    ...variables,
  };
  const child = spawn(process.execPath, [entry], { env });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  return { child, said: () => said };
}

/** A studio on free ports. `url` is that of the app, `sandboxUrl` that of user code and user files. */
export type ReadyStudio = StudioProcess & { url: string; sandboxUrl: string };

/** Starts the built server on free ports, and waits until it is ready. */
export async function startStudioProcess(
  dataDir: string,
  variables: Record<string, string> = {},
): Promise<ReadyStudio> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const studio = spawnStudio(dataDir, {
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    ...variables,
  });
  const { child, said } = studio;
  while (!said().includes('CodeStudio is ready')) {
    const ended = await Promise.race([
      once(child.stdout as NodeJS.ReadableStream, 'data'),
      once(child, 'exit'),
    ]);
    if (child.exitCode !== null) throw new Error(`ended: ${ended.join()} ${said()}`);
  }
  return {
    ...studio,
    url: `http://127.0.0.1:${port}`,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
  };
}

/** Sends a signal and waits for the end. @returns the exit code; null if the signal ended the process. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
  return child.exitCode;
}
