import { ConsoleLogger } from '@nestjs/common';

/** What the studio's parts warn of, beside the result of a command. */
export class StderrLogger extends ConsoleLogger {
  constructor() {
    super({ colors: false, logLevels: ['warn', 'error', 'fatal'] });
  }

  protected override printMessages(
    ...[messages, context, level]: Parameters<ConsoleLogger['printMessages']>
  ) {
    super.printMessages(messages, context, level, 'stderr');
  }
}
