import { provisionBrowserForTests } from '../stack/chromium.ts';
import { nothing, type Outcome, skip, sum } from './outcome.ts';

/** Compares every pen in every place with the page without a studio. */
export async function fidelityTests(): Promise<Outcome> {
  // Imported late, because they import the build's output, which may not exist when this file is loaded.
  const [{ reasonFor }, { allPens }, { runPens }] = await Promise.all([
    import('../fidelity/intended.ts'),
    import('../fidelity/pens.ts'),
    import('../fidelity/run-pens.ts'),
  ]);
  const pens = allPens();
  const refusal = provisionBrowserForTests();
  if (refusal) return skip('Fidelity', refusal, pens.length);
  const { results } = await runPens(pens);
  const failures = results.flatMap(({ pen, differences }) => {
    const [found] = differences.filter((difference) => !reasonFor(difference));
    return found ? { name: `${pen}: ${found.place}`, message: `${found.aspect}: ${found.detail}` } : [];
  });
  return { ...nothing, passed: pens.length - failures.length, failed: failures.length, failures };
}

/** Uses each named package in every place, from shelf and registry. Those known to fail count as passed. */
export async function packageTests(): Promise<Outcome> {
  const [{ namedPackages }, { summaryOf, unexpectedFailures }, { runPackages }] = await Promise.all([
    import('../packages/named-packages.ts'),
    import('../packages/proof-document.ts'),
    import('../packages/run-packages.ts'),
  ]);
  const origins = ['shelf', 'registry'] as const;
  const refusal = provisionBrowserForTests();
  if (refusal) return skip('Packages', refusal, namedPackages.length * origins.length);
  const outcomes: Outcome[] = [];
  for (const origin of origins) {
    const { results } = await runPackages(origin, namedPackages);
    console.log(`From the ${origin}: ${summaryOf(results).text}`);
    const failures = unexpectedFailures(origin, results).map(({ name, failures: reasons }) => ({
      name: `${name} from the ${origin}`,
      message: Object.entries(reasons)
        .map(([place, reason]) => `${place}: ${reason}`)
        .join('\n'),
    }));
    const failed = failures.length;
    outcomes.push({ ...nothing, passed: results.length - failed, failed, failures });
  }
  return sum(outcomes);
}
