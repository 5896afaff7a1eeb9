import './config/node-version.js';
import './config/garbage-collection.js';
import { type Config, demoAccount } from './config/config.js';
import { ConfigError, configErrorFromSystem, readConfig } from './config/read-config.js';
import { DataDirInUse } from './database/embedded/data-dir-lock.js';
import { openDatabase } from './database/open-database.js';
import { StorageMismatch } from './ports/asset-storage.js';
import type { Studio } from './start-studio.js';

/** Shorter than the 10 s that CONTRACT 1 gives. */
const drainMs = 8_000;
/** npm hands on a signal that its whole group has had already: that is one signal, not two. */
const sameSignalMs = 1_000;

try {
  const config = await readConfig();
  const studio = await start(config);
  stopOnSignal(studio);
  process.stdout.write(welcomeBlock(config, studio));
} catch (error) {
  const foreseen = [ConfigError, DataDirInUse, StorageMismatch].some((kind) => error instanceof kind);
  process.stderr.write(`${foreseen ? (error as Error).message : (error as Error).stack}\n`);
  process.exit(1);
}

async function start(config: Config): Promise<Studio> {
  try {
    const opening = openDatabase(config);
    // The embedded database opens in its own thread while this one loads the application; PostgreSQL's answer would not
    // be heard meanwhile.
    if (config.databaseUrl !== null) await opening;
    const [database, { startStudio }] = await Promise.all([opening, import('./start-studio.js')]);
    return await startStudio(config, database);
  } catch (error) {
    throw configErrorFromSystem(error as Error, config) ?? error;
  }
}

/** The first signal drains and ends with 0; a later one ends at once. */
function stopOnSignal(studio: Studio): void {
  let stoppingSince: number | null = null;
  const stop = () => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > sameSignalMs) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    setTimeout(() => process.exit(0), drainMs).unref();
    studio.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}

function welcomeBlock(config: Config, { firstAdmin }: Studio): string {
  const rows: [string, string][] = [
    ['Studio', config.publicUrl],
    ['Previews', config.sandboxUrl],
    ['Data', placesOf(config).join(', ')],
  ];
  if (config.demoAccount) rows.push(['Demo', `${demoAccount.email} / ${demoAccount.password}`]);
  if (firstAdmin)
    rows.push([
      'Admin',
      `${firstAdmin.email} / ${firstAdmin.password ?? 'ADMIN_PASSWORD'} (shown this once)`,
    ]);
  const lines = rows.map(([name, value]) => `  ${name.padEnd(9)} ${value}`);
  return `\nCodeStudio is ready.\n\n${lines.join('\n')}\n\n`;
}

function placesOf({ databaseUrl, s3, dataDir }: Config): string[] {
  return [
    ...(databaseUrl === null ? [] : ['PostgreSQL']),
    ...(s3 === null ? [] : [`${s3.endpoint}/${s3.bucket}`]),
    dataDir,
  ];
}
