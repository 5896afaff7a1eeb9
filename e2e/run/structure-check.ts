import { brokenLinks, missingDecisions, missingSections, outsideReferences } from './references.ts';
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

const filesPerFolder = 20;
const linesPerFile = 300;

/** Files that have yet to be divided. */
const knownLong = new Set([
  'backend/contract/src/http/projects.ts',
  'frontend/src/features/preview/model/frames/preview-controller.ts',
]);

/** Names that say what a file is in its folder: the texts of a feature, the beginning of a program. */
const sharedNames = new Set(['texts', 'main']);

/** Twins that have yet to get names of their own. */
const knownTwins = new Set(['projects', 'revisions', 'studio', 'tables', 'session-store', 'project-list']);

/** Files of the back end that have yet to get the ending that says what they are. */
const knownMisnamed = new Set([
  'backend/src/features/forum/forum-signature.guard.ts',
  'backend/src/features/projects/projects.service.ts',
]);

/** Words that were ours alone, as the parts of a name; the field has other names for what they meant. */
const privateWords = [
  'begin-anew',
  'desk',
  'heed',
  'hush',
  'lent',
  'living-writers',
  'meet',
  'obey',
  'one-thing',
  'stand-on',
  'withhold',
];

/** The part of `npm run lint` that looks at how the repository is laid out and what its files and names are called. */
const all = sourceFiles();
const production = all.filter(isProduction);
const wellNamed = production.filter((file) => !knownMisnamed.has(file.path));
const problems = [
  ...crowdedFolders(production, filesPerFolder),
  ...longFiles(
    production.filter((file) => !knownLong.has(file.path)),
    linesPerFile,
  ),
  ...twinNames(production, new Set([...sharedNames, ...knownTwins])),
  ...wrongSuffixes(wellNamed),
  ...privateServices(wellNamed),
  ...bannedWords(all, privateWords),
  ...missingDocuments(all, documents()),
  ...missingSections().map((reference) => `${reference} is no section of the specification`),
  ...outsideReferences().map((reference) => `${reference} is in no document of the repository`),
  ...missingDecisions().map((reference) => `${reference} is no decision`),
  ...brokenLinks().map((link) => `${link} does not exist`),
];
for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
