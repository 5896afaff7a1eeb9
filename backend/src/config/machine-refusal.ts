import type { Config } from './config.js';
import { ConfigError } from './read-config.js';

/** What Node tells of a system call that failed; of other errors nothing of it. */
type SystemError = NodeJS.ErrnoException & { port?: number };

/**
 * What the machine refuses of a configuration that reads well: a port that is taken, an address that it does not have,
 * a folder that it cannot make. CONTRACT 1: the line names the variable.
 * @returns null for every other error.
 */
export function machineRefusal(error: SystemError, config: Config): ConfigError | null {
  const { code, syscall, path, port } = error;
  if (syscall === 'listen' && (code === 'EADDRINUSE' || code === 'EACCES')) {
    const name = port === config.sandboxPort ? 'SANDBOX_PORT' : 'PORT';
    return new ConfigError(name, String(port), `a port that is free and that this user may open (${code})`);
  }
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo')
    return new ConfigError('HOST', config.hosts.join(', '), `an address of this machine (${code})`);
  if (path?.startsWith(config.dataDir))
    return new ConfigError('DATA_DIR', config.dataDir, `a folder that this user may write to (${code})`);
  return null;
}
