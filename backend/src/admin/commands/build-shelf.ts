import { PackagesService } from '../../features/packages/packages.service.js';
import { type Command, CommandError } from '../command.js';

/** Builds and stores all packages of the shelf, which otherwise happens at the first import of each. */
export const buildShelf: Command = {
  summary: 'Build all packages of the shelf in advance, into the storage.',
  usage: `

Takes a few minutes the first time, and may be ended and started again at any time: what is stored is passed over. Without
it a package is built when somebody first imports it. Ends with 1 where a package could not be built, or where MODULES is off.`,
  options: {},
  studio: 'started-or-new',
  prepare() {
    return async ({ app, config, print, progress }) => {
      // Without packages for Node's modules, the ones that need them would be built and stored for good in another form.
      if (config.modules === 'off')
        throw new CommandError(
          'MODULES is off: this studio serves no packages, so none are built. Set MODULES to shelf or registry first.',
        );
      const { built, failed } = await app.get(PackagesService).buildShelf(progress);
      print(`${built} packages are built and stored.`);
      if (failed.length > 0) throw new CommandError(failed.join('\n'));
    };
  },
};
