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

/** File names that may occur several times: the texts of a feature, the entry of a program. */
const sharedNames = new Set(['texts', 'main']);

/** Private words of this code base that names must not contain, because standard terms exist. */
const privateWords = [
  'asker',
  'begin-anew',
  'desk',
  'forget-passed',
  'give-back',
  'heed',
  'hot-answers',
  'hush',
  'lent',
  'let-go',
  'living-writers',
  'look-alike',
  'meet',
  'obey',
  'one-thing',
  'patience',
  'patient',
  'stand-in',
  'stand-on',
  'standing',
  'unfold',
  'withhold',
];

/** The part of `npm run lint` that checks layout, file names, identifiers and references. */
const all = sourceFiles();
const production = all.filter(isProduction);
const problems = [
  ...crowdedFolders(production, filesPerFolder),
  ...longFiles(production, linesPerFile),
  ...twinNames(production, sharedNames),
  ...wrongSuffixes(production),
  ...privateServices(production),
  // A released migration is not changed any more.
  ...bannedWords(
    all.filter(({ path }) => !path.includes('/migrations/')),
    privateWords,
  ),
  ...missingDocuments(all, documents()),
  ...missingSections().map((reference) => `${reference} is no section of the specification`),
  ...outsideReferences().map((reference) => `${reference} is in no document of the repository`),
  ...missingDecisions().map((reference) => `${reference} is no decision`),
  ...brokenLinks().map((link) => `${link} does not exist`),
];
for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
