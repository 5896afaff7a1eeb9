import '../config/node-version.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ApiError } from '../common/errors/api-error.js';
import { ConfigError, readConfig } from '../config/read-config.js';
import { configErrorFromSystem, errorOfTemporaryFolder } from '../config/unusable-settings.js';
import { DataDirInUse } from '../database/embedded/data-dir-lock.js';
import { StorageMismatch } from '../ports/asset-storage.js';
import { type Command, CommandError, FilesLost, UsageError } from './command.js';
import { commands } from './commands.js';
import { openAdminStudio } from './open-admin-studio.js';

const name = process.argv[2] ?? '';
const isHelp = (word: string | undefined) => word === '--help' || word === '-h';

try {
  await run();
} catch (error) {
  process.stderr.write(`${describe(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : error instanceof FilesLost ? 3 : 1;
}

async function run(): Promise<void> {
  if (name === '' || name === 'help' || isHelp(name)) {
    process.stdout.write(overview());
    return;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(`There is no command ${JSON.stringify(name)}.\n\n${overview().trim()}`);
  const args = process.argv.slice(3);
  if (args.some(isHelp)) {
    process.stdout.write(`${command.summary}\n\nadmin ${name} ${command.usage}\n`);
    return;
  }
  const { values, work } = prepareWork(command, args);
  await command.check?.(values);
  if (command.studio === 'temporary') await inScratch((variables) => runWork(command, work, variables));
  else await runWork(command, work);
}

async function runWork(
  command: Command,
  work: ReturnType<Command['prepare']>,
  variables?: Record<string, string>,
): Promise<void> {
  const config = await readConfig(variables);
  try {
    const { studio, close } = await openAdminStudio(config, {
      mayBeNew: (command.studio ?? 'started') !== 'started',
      preparation: command.preparation ?? 'as-at-start',
    });
    try {
      await work(studio);
    } finally {
      await close();
    }
  } catch (error) {
    throw configErrorFromSystem(error as Error, config) ?? error;
  }
}

/**
 * Calls `work` with the variables of an empty studio in a temporary folder below TMPDIR. Deletes the folder when the
 * process ends, also by a signal: it holds everybody's rows and files.
 */
async function inScratch(work: (variables: Record<string, string>) => Promise<void>): Promise<void> {
  const folder = makeScratchFolder();
  // The thread of the database may still write to it.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => process.exit(128 + constants.signals[signal]));
  await work({ DATA_DIR: folder });
}

function makeScratchFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'studio-scratch-'));
  } catch (error) {
    throw errorOfTemporaryFolder(error as Error) ?? error;
  }
}

function prepareWork(command: Command, args: string[]) {
  try {
    const { values, tokens } = parseArgs({ args, options: command.options, strict: true, tokens: true });
    const given = tokens.flatMap((token) => (token.kind === 'option' ? token.name : []));
    const repeated = given.find((option, index) => given.indexOf(option) < index);
    // The last would count, and may be the wrong account.
    if (repeated !== undefined) throw new UsageError(`--${repeated} is given more than once.`);
    return { values, work: command.prepare(values) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${message}\n\nadmin ${name} ${command.usage}`);
  }
}

function overview(): string {
  const width = Math.max(...Object.keys(commands).map(({ length }) => length));
  const lines = Object.entries(commands).map(([one, { summary }]) => `  ${one.padEnd(width)}  ${summary}`);
  return `npm run admin -- <command> [--help]\n\n${lines.join('\n')}\n`;
}

/** One line for an expected error, the stack for any other. */
function describe(error: unknown): string {
  const expected = [UsageError, CommandError, ConfigError, DataDirInUse, StorageMismatch, ApiError];
  if (!(error instanceof Error)) return String(error);
  return expected.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message);
}
