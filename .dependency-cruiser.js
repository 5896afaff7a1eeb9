/** The allowed directions of imports (ARCHITECTURE.md). Package bans and type-aware rules are in .oxlintrc.json. */
const specs = '\\.spec\\.tsx?$';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable-imports',
      comment: 'An import that leads nowhere breaks at run time.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'contract-imports-only-zod',
      severity: 'error',
      from: { path: '^backend/contract/src/', pathNot: specs },
      to: { pathNot: ['^backend/contract/src/', 'node_modules/zod/'] },
    },
    {
      name: 'engine-imports-neither-page-nor-server',
      comment: 'No DOM, no React, no Nest: the engine runs in a worker, in Node and in tests.',
      severity: 'error',
      from: { path: '^frontend/engine/src/', pathNot: specs },
      to: { path: ['^backend/src/', '^frontend/(src|sandbox)/', 'node_modules/(react|@nestjs)'] },
    },
    {
      name: 'front-end-imports-no-server',
      severity: 'error',
      from: { path: '^frontend/' },
      to: { path: '^backend/src/' },
    },
    {
      name: 'server-imports-no-page',
      severity: 'error',
      from: { path: '^backend/' },
      to: { path: '^frontend/(src|sandbox)/' },
    },
    {
      name: 'no-imports-between-features-of-the-page',
      severity: 'error',
      from: { path: '^frontend/src/features/([^/]+)/' },
      to: { path: '^frontend/src/features/', pathNot: '^frontend/src/features/$1/' },
    },
    {
      name: 'features-import-no-app',
      severity: 'error',
      from: { path: '^frontend/src/features/' },
      to: { path: '^frontend/src/app/' },
    },
    {
      name: 'ui-lib-and-config-import-no-feature',
      severity: 'error',
      from: { path: '^frontend/src/(ui|lib|config)/' },
      to: { path: '^frontend/src/(features|app)/' },
    },
    {
      name: 'ports-import-only-common',
      severity: 'error',
      from: { path: '^backend/src/ports/', pathNot: specs },
      to: { path: '^backend/src/', pathNot: '^backend/src/(ports|common)/' },
    },
    {
      name: 'adapters-import-no-feature-but-entities',
      severity: 'error',
      from: { path: '^backend/src/adapters/', pathNot: specs },
      to: { path: '^backend/src/(features|sandbox)/', pathNot: '\\.entity\\.ts$' },
    },
    {
      name: 'features-import-no-adapter',
      severity: 'error',
      from: { path: '^backend/src/(features|common)/', pathNot: specs },
      to: { path: '^backend/src/adapters/' },
    },
    {
      name: 'another-feature-only-through-its-module-service-or-entity',
      severity: 'error',
      from: { path: '^backend/src/features/([^/]+)/', pathNot: specs },
      to: {
        path: '^backend/src/features/',
        pathNot: [
          '^backend/src/features/$1/',
          '\\.(module|service|entity)\\.ts$',
          // One module, that of auth, puts all guards in order.
          '^backend/src/features/budgets/[^/]+\\.(guard|interceptor)\\.ts$',
        ],
      },
    },
    {
      name: 'no-imports-of-test-support',
      severity: 'error',
      from: { path: '^backend/src/', pathNot: specs },
      to: { path: '^backend/test/' },
    },
    {
      name: 'no-imports-of-specs',
      severity: 'error',
      from: { pathNot: specs },
      to: { path: specs },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: [
        '(^|/)dist/',
        '^backend/src/features/frameworks/templates/',
        '^e2e/corpus/',
        '^e2e/test-results/',
      ],
    },
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'frontend/tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
    moduleSystems: ['es6', 'tsd'],
  },
};
