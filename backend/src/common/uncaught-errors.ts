import { PinoLogger } from 'nestjs-pino';

/**
 * Ends the process at an error that nothing has caught, a rejected promise among them, because nobody knows what it has
 * left undone. The last line of the log names it as other lines name errors: Node alone would print all its fields,
 * which may contain rows or keys.
 */
export function endOnUncaughtErrors(): void {
  process.once('uncaughtException', (error) => {
    PinoLogger.root.fatal({ err: error }, 'The studio ends because an error was not caught');
    process.exit(1);
  });
}
