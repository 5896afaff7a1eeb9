import { tmpdir } from 'node:os';
import type { Config } from './config.js';
import { ConfigError, isBelow } from './read-config.js';

/** The fields of Node's error for a failed system call; absent from other errors. */
type SystemError = NodeJS.ErrnoException & { port?: number; address?: string; hostname?: string };

/** The error for a temporary folder that takes no folder or no socket; null for every other error. */
export function errorOfTemporaryFolder({ code, syscall, address }: SystemError): ConfigError | null {
  const isSocket = syscall === 'listen' && address?.includes('/');
  if (syscall !== 'mkdtemp' && !isSocket) return null;
  const expected = `a folder that this user may write to, with a path of at most 75 characters (${code})`;
  return new ConfigError('TMPDIR', tmpdir(), expected);
}

/**
 * PostgreSQL's codes for a role that may not create tables or extensions, for an extension that is not installed, and for
 * a server that takes no changes.
 */
const refusedByPostgres = /^(42501|0A000|58P01|25006)$/;

/**
 * The error for a well-formed setting that cannot be used: a port that is taken, an address that this machine does not
 * have, a folder that cannot be created, is not for this user, or has no space left or no hard links, or a database that
 * does not let the studio create what it needs. Its message names the variable (specification: Operation).
 * @returns null for every other error.
 */
export function configErrorFromSystem(error: SystemError, config: Config): ConfigError | null {
  const { code = '', syscall, path, port, hostname = '', message } = error;
  if (config.databaseUrl !== null && refusedByPostgres.test(code)) {
    const expected = 'a database in which its role may create tables and the extension pg_trgm';
    return new ConfigError('DATABASE_URL', '', `${expected} (it says: ${message})`);
  }
  const ofTemporaryFolder = errorOfTemporaryFolder(error);
  if (ofTemporaryFolder) return ofTemporaryFolder;
  if (syscall === 'listen' && (code === 'EADDRINUSE' || code === 'EACCES')) {
    const name = port === config.sandboxPort ? 'SANDBOX_PORT' : 'PORT';
    return new ConfigError(name, String(port), `a port that is free and that this user may open (${code})`);
  }
  // Other names are looked up as well, such as that of the database.
  if (code === 'EADDRNOTAVAIL' || (syscall === 'getaddrinfo' && config.hosts.includes(hostname)))
    return new ConfigError('HOST', config.hosts.join(', '), `an address of this machine (${code})`);
  const isItsOwn = path !== undefined && isBelow(path, config.dataDir);
  // Writing to an open file gives no path; that of another disk's file is not below DATA_DIR.
  if ((code === 'ENOSPC' || code === 'EDQUOT') && (isItsOwn || path === undefined))
    return new ConfigError('DATA_DIR', config.dataDir, `a folder on a disk with free space (${code})`);
  if (isItsOwn && syscall === 'link')
    return new ConfigError('DATA_DIR', config.dataDir, `a folder on a file system with hard links (${code})`);
  if (isItsOwn)
    return new ConfigError('DATA_DIR', config.dataDir, `a folder that this user may write to (${code})`);
  return null;
}
