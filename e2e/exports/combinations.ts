import type { FrameworkConfig } from '@studio/contract/http/frameworks';

/** One configuration of a project, with a name. */
export interface Combination {
  name: string;
  config: FrameworkConfig;
}

type Framework = Pick<FrameworkConfig, 'framework' | 'frameworkVersion' | 'vueSfc'>;

const frameworks: [name: string, framework: Framework][] = [
  ['vanilla', { framework: 'vanilla', frameworkVersion: 17, vueSfc: false }],
  ['react 17', { framework: 'react', frameworkVersion: 17, vueSfc: false }],
  ['react 18', { framework: 'react', frameworkVersion: 18, vueSfc: false }],
  ['react 19', { framework: 'react', frameworkVersion: 19, vueSfc: false }],
  ['vue', { framework: 'vue', frameworkVersion: 17, vueSfc: false }],
  ['vue component', { framework: 'vue', frameworkVersion: 17, vueSfc: true }],
];
const cssFrameworks = ['none', 'tailwind', 'bootstrap', 'bulma', 'sass', 'scss'] as const;
const switches = [false, true];

/** All combinations. */
export function allCombinations(): Combination[] {
  return frameworks.flatMap((framework) =>
    cssFrameworks.flatMap((cssFramework) =>
      switches.flatMap((typescript) =>
        switches.map((usesVite) => combine(framework, cssFramework, typescript, usesVite)),
      ),
    ),
  );
}

/** The fewest combinations in which every two choices occur together at least once. */
export function pairwiseCombinations(): Combination[] {
  return frameworks.flatMap((framework, row) =>
    cssFrameworks.map((cssFramework, column) =>
      combine(framework, cssFramework, (row + column) % 2 === 1, (row + column) % 4 > 1),
    ),
  );
}

/** Every framework and every CSS framework at least once. */
export function diagonalCombinations(): Combination[] {
  return pairwiseCombinations().filter((_, index) => index % (cssFrameworks.length + 1) === 0);
}

function combine(
  [name, framework]: (typeof frameworks)[number],
  cssFramework: FrameworkConfig['cssFramework'],
  typescript: boolean,
  usesVite: boolean,
): Combination {
  const words = [name, cssFramework, ...(typescript ? ['typescript'] : []), ...(usesVite ? ['vite'] : [])];
  const buildTool = usesVite ? 'vite' : 'default';
  return { name: words.join(' + '), config: { ...framework, cssFramework, typescript, buildTool } };
}
