import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/*
 * Makes `dist` of the sources and of most packages that they import: for the 2,400 modules Node takes 2.1 s of the
 * processor, and 0.7 s for these files (ADR 61). Each program stays where its source is.
 */
const programs = [
  'main',
  'admin/main',
  'database/embedded/make-template',
  'database/embedded/postgres-worker',
  'database/embedded/unpack-template',
  'features/link-preview/share-image/make-fonts',
  'features/packages/building/build-process',
  'features/packages/registry/registry-process',
  'sandbox/rendering/compile-process',
  // Not a program, but the place that all relative paths begin at.
  'own-files',
];

/** The engine is named by a hash of its files, so these are what runs; the others read files beside theirs, or are native. */
const asInstalled =
  /^(?:@studio\/engine\/|@electric-sql\/|@node-rs\/|@npmcli\/|pacote$|pino$|rolldown$|sharp$|swagger-ui-dist\/)/;
/** What Nest asks for and goes without. */
const notInstalled = /^(?:@nestjs\/microservices|class-transformer$|class-validator$)/;

const bundle = await rolldown({
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  input: Object.fromEntries(programs.map((name) => [name, `src/${name}.ts`])),
  platform: 'node',
  tsconfig: 'tsconfig.build.json',
  external: [asInstalled, notInstalled],
  // Constants keep their names, for whoever reads the build or its errors.
  optimization: { inlineConst: false },
});
const { output } = await bundle.write({
  dir: 'dist',
  cleanDir: true,
  // Modules run in the order of their imports, as in Node: decorators need `reflect-metadata` first.
  strictExecutionOrder: true,
  // Names of classes are names of tables and migrations.
  keepNames: true,
});

// Where a package asks for its folder, it wants files that are not there, and has to be left as it is installed. What
// Socket.IO would serve of its own is switched off.
for (const { fileName, ...chunk } of output)
  for (const line of 'code' in chunk ? chunk.code.split('\n') : [])
    if (/\b__(?:dirname|filename)\b/.test(line) && !line.includes('client-dist'))
      throw new Error(`${fileName} asks where it is: ${line.trim()}`);
