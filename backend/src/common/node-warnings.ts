import { PinoLogger } from 'nestjs-pino';

/**
 * Logs what Node warns of, such as a deprecated function that a package calls. Node itself prints lines that are no
 * JSON, and a request can cause them.
 */
export function logNodeWarnings(): void {
  // The only other listener is the one that prints.
  process.removeAllListeners('warning').on('warning', (warning: Error & { code?: string }) => {
    const { name, code, message } = warning;
    // Node's text about something deprecated may have the address of the request in it (DEP0170), and its code says enough.
    // A package gives no code.
    PinoLogger.root.warn(
      `Node warns: ${name} ${name === 'DeprecationWarning' ? (code ?? message) : message}`,
    );
  });
}
