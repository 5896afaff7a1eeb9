import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/*
 * Bundles the sources and most packages that they import into `dist`: Node needs 2.1 s of CPU time to load the 2,400
 * modules one by one, and 0.7 s for the bundle (ADR 61). Each program keeps its path relative to `src`.
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
  // Not a program, but the module that all relative paths start from.
  'own-files',
];

/** Not bundled: the engine, named by a hash of its files, and packages that read files next to theirs or are native. */
const asInstalled =
  /^(?:@studio\/engine\/|@electric-sql\/|@node-rs\/|@npmcli\/|pacote$|pino$|rolldown$|sharp$|swagger-ui-dist\/)/;
/** Optional packages of Nest, which it works without. */
const notInstalled = /^(?:@nestjs\/microservices|class-transformer$|class-validator$)/;

const bundle = await rolldown({
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  input: Object.fromEntries(programs.map((name) => [name, `src/${name}.ts`])),
  platform: 'node',
  tsconfig: 'tsconfig.build.json',
  external: [asInstalled, notInstalled],
  // Constants keep their names, so that the build and its errors are readable.
  optimization: { inlineConst: false },
});
const { output } = await bundle.write({
  dir: 'dist',
  cleanDir: true,
  // Modules run in the order of their imports, as in Node: decorators need `reflect-metadata` first.
  strictExecutionOrder: true,
  // The names of tables and migrations are derived from class names.
  keepNames: true,
});

// A package that uses its own folder would not find its files in the bundle; it must be added to `asInstalled`.
// Socket.IO is the exception: the client files that it would serve are switched off.
for (const { fileName, ...chunk } of output)
  for (const line of 'code' in chunk ? chunk.code.split('\n') : [])
    if (/\b__(?:dirname|filename)\b/.test(line) && !line.includes('client-dist'))
      throw new Error(`${fileName} asks where it is: ${line.trim()}`);
