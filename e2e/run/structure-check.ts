import {
  bannedWords,
  crowdedFolders,
  documents,
  isProduction,
  longFiles,
  missingDocuments,
  privateServices,
  sourceFiles,
  twinNames,
  wrongSuffixes,
} from './structure.ts';

const filesPerFolder = 24;
const linesPerFile = 320;

/** Names that say what a file is in its folder: the texts of a feature, the beginning of a program. */
const sharedNames = new Set(['texts', 'main']);

/** Twins that have yet to get names of their own. */
const knownTwins = new Set([
  'projects',
  'revisions',
  'studio',
  'tables',
  'garbage-collection',
  'session-store',
  'project-list',
]);

/** Files of the back end that have yet to get the ending that says what they are. */
const knownMisnamed = new Set([
  'backend/src/features/forum/forum-signatures.ts',
  'backend/src/features/projects/projects.service.ts',
]);

/** Words that were ours alone, as the parts of a name; the field has other names for what they meant. */
const privateWords = ['desk', 'lent', 'hush', 'heed'];

/** The part of `npm run lint` that looks at how the repository is laid out and what its files and names are called. */
const all = sourceFiles();
const production = all.filter(isProduction);
const wellNamed = production.filter((file) => !knownMisnamed.has(file.path));
const problems = [
  ...crowdedFolders(production, filesPerFolder),
  ...longFiles(production, linesPerFile),
  ...twinNames(production, new Set([...sharedNames, ...knownTwins])),
  ...wrongSuffixes(wellNamed),
  ...privateServices(wellNamed),
  ...bannedWords(all, privateWords),
  ...missingDocuments(all, documents()),
];
for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
