/** Texts of the external resources (specification: External resources). */
import { limits } from '@studio/contract/limits';

export const externalResources = 'External resources';
export const explanation =
  'Scripts and style sheets from other sites. They load in this order: style sheets before your CSS, scripts before your script.';
export const address = 'Address';
export const addressHint = 'https://...';
export const kind = 'Type';
export const script = 'Script';
export const style = 'Style sheet';
export const add = 'Add';
export const noResources = 'No external resources yet.';
export const wrongAddress = 'Enter an address that begins with https://';
export const addedAlready = 'This project already has that resource.';
export const tooMany = `A project can have at most ${limits.resourcesPerProject} external resources.`;
export const reorderHint = 'Alt+Up and Alt+Down move the resource that has the focus.';

export const packageHint = (version: string) =>
  `This comes with the studio as a package, in version ${version}:`;
export const otherVersionHint = (version: string, named: string) =>
  `The studio has this as a package, but in version ${version} instead of ${named}:`;
export const importPackage = 'Use the package';
export const moveUp = (url: string) => `Move ${url} up`;
export const moveDown = (url: string) => `Move ${url} down`;
export const remove = (url: string) => `Remove ${url}`;
export const moved = (url: string, place: number, count: number) => `${url} is now ${place} of ${count}`;
export const removed = (url: string) => `${url} removed`;
