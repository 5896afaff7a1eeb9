import './config/node-version.js';
import { setFlagsFromString } from 'node:v8';
import { type Config, demoAccount } from './config/config.js';
import { ConfigError, readConfig } from './config/read-config.js';
import { configErrorFromSystem } from './config/unusable-settings.js';
import { DataDirInUse } from './database/embedded/data-dir-lock.js';
import { openDatabase } from './database/open-database.js';
import type { FirstAdmin } from './features/users/first-start.service.js';
import { StorageMismatch } from './ports/asset-storage.js';
import type { Studio } from './start-studio.js';

/** The time limit of a shutdown, shorter than the 10 s that it may take (specification: Operation). */
const drainMs = 8_000;
/** npm forwards a signal that the whole process group has received already, so two within this time count as one. */
const sameSignalMs = 1_000;

/**
 * Makes V8 count the bytes of buffers with the heap when it decides to collect. By default it marks the whole heap for
 * each 25 MB of buffers, which took a third of the time of an upload. Node before 26 does not have the flag.
 */
if (Number.parseInt(process.versions.node, 10) >= 26)
  setFlagsFromString('--external-memory-accounted-in-global-limit');

/** The account that this start has made, until its password is printed. */
let unprintedAdmin: FirstAdmin | null = null;
// Where the start fails after that, such as for a port that is taken. Nothing else has the password.
process.on('exit', () => {
  if (unprintedAdmin) process.stdout.write(`Admin: ${credentialsOf(unprintedAdmin)}\n`);
});

try {
  const config = await readConfig();
  // `start` runs in a later microtask, so that the handlers of signals are installed first.
  const starting = Promise.resolve(config).then(start);
  stopOnSignal(starting);
  await starting;
  process.stdout.write(welcomeBlock(config, unprintedAdmin));
  unprintedAdmin = null;
} catch (error) {
  const expected = [ConfigError, DataDirInUse, StorageMismatch].some((kind) => error instanceof kind);
  process.stderr.write(`${expected ? (error as Error).message : (error as Error).stack}\n`);
  process.exit(1);
}

async function start(config: Config): Promise<Studio> {
  try {
    const opening = openDatabase(config);
    // The embedded database opens in its own thread while this one loads the application. PostgreSQL is awaited first,
    // because loading would block the reception of its response.
    if (config.databaseUrl !== null) await opening;
    const [database, { startStudio }, { endOnUncaughtErrors }, { logNodeWarnings }] = await Promise.all([
      opening,
      import('./start-studio.js'),
      import('./common/uncaught-errors.js'),
      import('./common/node-warnings.js'),
    ]);
    const studio = await startStudio(config, database, (admin) => {
      unprintedAdmin = admin;
    });
    endOnUncaughtErrors();
    logNodeWarnings();
    return studio;
  } catch (error) {
    throw configErrorFromSystem(error as Error, config) ?? error;
  }
}

/** The first signal drains and exits with 0, after the start if it comes during it. A second one exits at once. */
function stopOnSignal(starting: Promise<Studio>): void {
  let stoppingSince: number | null = null;
  const stop = () => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > sameSignalMs) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    setTimeout(() => process.exit(0), drainMs).unref();
    starting
      .then((studio) => studio.close())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}

function welcomeBlock(config: Config, firstAdmin: FirstAdmin | null): string {
  const rows: [string, string][] = [
    ['Studio', config.publicUrl],
    ['Previews', config.sandboxUrl],
    ['Data', placesOf(config).join(', ')],
  ];
  if (config.demoAccount) rows.push(['Demo', `${demoAccount.email} / ${demoAccount.password}`]);
  if (firstAdmin) rows.push(['Admin', credentialsOf(firstAdmin)]);
  const lines = rows.map(([name, value]) => `  ${name.padEnd(9)} ${value}`);
  return `\nCodeStudio is ready.\n\n${lines.join('\n')}\n\n`;
}

function credentialsOf({ email, password }: FirstAdmin): string {
  return password === null
    ? `${email} (password: ADMIN_PASSWORD)`
    : `${email} / ${password} (shown only once)`;
}

function placesOf({ databaseUrl, s3, dataDir }: Config): string[] {
  return [
    ...(databaseUrl === null ? [] : ['PostgreSQL']),
    ...(s3 === null ? [] : [`${s3.endpoint}/${s3.bucket}`]),
    dataDir,
  ];
}
