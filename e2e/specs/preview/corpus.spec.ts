import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { ExportedProject } from '@studio/engine/export/exported-project';
import { compareEverywhere, compareWhatIsSteady } from '../../fidelity/compare.ts';
import { reasonFor } from '../../fidelity/intended.ts';
import { Places } from '../../fidelity/places.ts';
import { corpusProjects, starterTemplates } from '../../fixtures/corpus.ts';
import { expect, test } from '../../fixtures/test.ts';

let places: Places;

test.beforeAll(async ({ browser, studio }) => {
  places = await Places.open(browser, studio);
});

test.afterAll(() => places.close());

/** One project of each kind, for the daily run. All run if the engine or exports have changed. */
const representatives = new Set([
  'bootstrap-typescript',
  'canvas-skyline',
  'import-map',
  'nested-frame',
  'no-doctype',
  'react19-transitions-bulma',
  'tailwind-card',
  'typescript-module-scss',
  'vue-component-scoped',
  'whole-page',
]);

/** The one project of the fastest run. */
const smoke = 'typescript-module-scss';

for (const project of corpusProjects()) {
  const tag = project.title === smoke ? ['@smoke'] : representatives.has(project.title) ? [] : ['@exports'];
  test(`the project ${project.title} is the same everywhere`, { tag }, async () => {
    await expectSame(project, compareEverywhere);
  });
}

for (const project of starterTemplates()) {
  test(`the template ${project.title} is the same everywhere`, { tag: '@nightly' }, async () => {
    await expectSame(project, compareWhatIsSteady);
  });
}

test('an error or a rejection after the first, which is another in frames, is found there', {
  tag: '@nightly',
}, async () => {
  const where = "(top === window ? 'alone' : 'framed')";
  const js = `setTimeout(() => { throw ${where}; });\nPromise.reject(${where});\nthrow 'first';`;
  const project = { title: 'errors', html: '', css: '', js, frameworkConfig: defaultFrameworkConfig };
  const found = await compareEverywhere(places, project);
  const detail = 'Rejected: framed; Uncaught framed instead of Rejected: alone; Uncaught alone';
  const inFrames = (['preview', 'full screen', 'embed'] as const).map((place) => ({
    pen: 'errors',
    place,
    aspect: 'errors',
    detail,
  }));
  expect(found).toEqual(inFrames);
});

async function expectSame(project: ExportedProject, compare: typeof compareEverywhere): Promise<void> {
  const differences = await compare(places, project);
  expect(differences.filter((difference) => !reasonFor(difference))).toEqual([]);
  expect(places.refused).toEqual([]);
}
