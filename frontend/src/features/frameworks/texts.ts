/** Texts of the Framework Configuration (specification: Framework configuration). */

import { countOf } from '@/lib/count-of.ts';

export const framework = 'Framework';
export const frameworkConfiguration = 'Framework Configuration';
export const reactVersion = 'React version';
export const singleFileComponents = 'Single-file components';
export const cssFramework = 'CSS Framework';
export const buildTool = 'Build Tool';
export const typescript = 'TypeScript';
export const htmlPreprocessor = 'HTML Preprocessor';
export const cssPreprocessor = 'CSS Preprocessor';
export const currentConfiguration = 'Current Configuration';
export const ready = 'Ready to code!';
export const viteModules = 'Vite modules';
export const starterTemplates = 'Starter Templates';
export const searchTemplates = 'Search templates';
export const searchTemplatesHint = 'Search templates...';
export const loadFailed = 'Failed to load templates';
export const noTemplates = 'No templates yet';
export const noTemplatesText = 'No starter templates are installed.';
export const noMatch = 'No templates found';
export const noMatchText = 'Try another search.';
export const loadingTemplates = 'Loading templates...';
export const keepsPresent =
  'You already have code here. Open the template as a new project, or replace this code. It is saved first, and you can restore it from Revision history.';
export const keepsOriginal =
  'You already have code here. If you open the template as a new project, your changes are kept in this browser for 24 hours and offered again when you come back. If you replace the code, only this screen changes: Undo brings your changes back, and the original project stays as it is.';
export const openAsNew = 'Open as new project';
export const replace = 'Replace';
export const vanilla = 'Vanilla JS';
export const vanillaText = 'Plain HTML, CSS and JavaScript.';
export const reactText = 'Components in JSX, with hooks.';
export const vueText = 'Templates in the page, or single-file components.';
export const comingSoon = 'Coming Soon';
export const none = 'None';
export const newProjectCreated = 'New project created';
export const undo = 'Undo';

export const useTemplate = (name: string) => `Use the template “${name}”?`;
export const fromTemplate = (name: string) => `From the template ${name}.`;
export const templateInserted = (name: string) => `Template ${name} inserted`;

export const replacedByPackage = (url: string) => `A package replaces ${url}`;

export const packages = 'Packages';
export const addPackage = 'Add package';
export const addPackageHint = 'Search packages...';
export const searchingPackages = 'Searching packages...';
export const packagesFound = (count: number) => countOf(count, 'package');
export const noPackageFound = 'No packages found. Try another name.';
export const comesWithStudio = (name: string) =>
  `${name} comes with the studio. Import it in your code; you do not need to add it.`;
export const noPackages = 'No packages yet. Add one here, or import it in your code.';
export const packageName = 'Package';
export const version = 'Version';
export const size = 'Size';
export const licence = 'Licence';
export const actions = 'Actions';
export const remove = 'Remove';
export const retry = 'Retry';
export const update = 'Update';
export const cancel = 'Cancel';
export const updateText = 'Both previews run your current code. Nothing changes until you choose Update.';

export const addingPackage = (name: string) => `Adding ${name}...`;
export const alreadyAdded = (name: string) => `${name} is already in this project.`;
export const packageNotAdded = (name: string, reason: string, instead?: string) => {
  const advice = instead === undefined ? '' : ` Import "${instead}" in your code instead.`;
  return `${name} was not added. ${sentence(reason)}${advice}`;
};
export const packageInUse = (name: string) =>
  `Your code imports ${name}. Remove the import first, then the package.`;
export const packageNeeded = (name: string) =>
  `${name} stays: another package that your code imports needs it.`;
export const packageNotRemoved = (name: string, reason: string) =>
  `${name} was not removed. ${sentence(reason)}`;
export const packagesNotFound = (reason: string) => `Packages could not be searched. ${reason}`;
export const registryNotSearched = (reason: string) =>
  `Only what comes with the studio was searched: the registry did not answer. ${sentence(reason)}`;
export const newerNotKnown = (names: string[], reason: string) =>
  names.length > 0
    ? `Newer versions of ${names.join(', ')} could not be looked up. ${sentence(reason)}`
    : `Newer versions could not be looked up. ${sentence(reason)}`;
export const lookingForNewer = 'Looking for newer versions...';
export const detailsNotLoaded = (reason: string) => `Sizes and licences could not be loaded. ${reason}`;
export const updateTitle = (name: string, version: string) => `Update ${name} to ${version}`;
export const noNewerInRange = 'There is no newer version in the range that your code imports.';
export const packageNotUpdated = (name: string, reason: string) =>
  `${name} was not updated. ${sentence(reason)}`;

/** Adds the full stop that problems of imports lack, like all problems in code. */
function sentence(reason: string): string {
  return reason.endsWith('.') ? reason : `${reason}.`;
}
