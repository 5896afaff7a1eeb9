import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { type StaticFile } from '../stack/network/static-site.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const packages = path.join(folder, 'node_modules');

/** Installs the playgrounds from their own lock file unless they are installed. */
export function installPeers(): void {
  if (existsSync(path.join(packages, '.package-lock.json'))) return;
  execFileSync('npm', ['ci', '--no-audit'], { cwd: folder, stdio: 'inherit' });
}

/** The version of an installed package. */
export function peerVersion(name: string): string {
  return (JSON.parse(readFileSync(path.join(packages, name, 'package.json'), 'utf8')) as { version: string })
    .version;
}

const playgroundFiles = '/playground-elements/';

/** playground-elements needs its worker unbundled, at an address that the page can name. */
const workerAsPublished: Plugin = {
  name: 'worker-as-published',
  transform: {
    filter: { id: /playground-project\.js$/ },
    handler(code) {
      const address = `new URL('./playground-typescript-worker.js', import.meta.url)`;
      if (!code.includes(address)) throw new Error('playground-elements starts its worker in another way');
      return code.replace(
        address,
        () => `new URL('${playgroundFiles}playground-typescript-worker.js', location.href)`,
      );
    },
  },
};

/** The pages in `pages`, each built separately, and the files that the playgrounds load at run time. */
export async function buildPeerPages(): Promise<Map<string, StaticFile>> {
  const pages: [string, StaticFile][] = [];
  for (const page of globSync(path.join(folder, 'pages/*.html'))) pages.push(...(await buildPage(page)));
  return new Map([
    ...pages,
    ...published('playground-elements', playgroundFiles, [
      'playground-service-worker*',
      'playground-typescript-worker.js',
      'internal/typescript.js',
    ]),
    ...published('vue', '/vue/', ['dist/vue.runtime.esm-browser.prod.js']),
    ...published('es-module-shims', '/es-module-shims/', ['dist/es-module-shims.wasm.js']),
  ]);
}

async function buildPage(page: string): Promise<[string, StaticFile][]> {
  const built = await build({
    root: path.dirname(page),
    configFile: false,
    logLevel: 'error',
    plugins: [workerAsPublished],
    define: { __VUE_OPTIONS_API__: 'true', __VUE_PROD_DEVTOOLS__: 'false' },
    build: { write: false, chunkSizeWarningLimit: 10_000, rolldownOptions: { input: page } },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error(`${page} was not built`);
  return output.output.map((file) =>
    fileOf(`/${file.fileName}`, Buffer.from('code' in file ? file.code : file.source)),
  );
}

/** The files of Sandpack's preview server, which its makers host publicly. */
export function sandpackPreviewFiles(): Map<string, StaticFile> {
  const files = new Map(published('static-browser-server/out/preview', '/', ['**/*.{html,js}']));
  for (const [name, file] of files)
    if (name.endsWith('/index.html')) files.set(name.slice(0, -'index.html'.length), file);
  return files;
}

function published(name: string, below: string, patterns: string[]): [string, StaticFile][] {
  const root = path.join(packages, name);
  return globSync(patterns, { cwd: root }).map((file) =>
    fileOf(`${below}${file.replaceAll(path.sep, '/')}`, readFileSync(path.join(root, file))),
  );
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
};

function fileOf(address: string, body: Buffer): [string, StaticFile] {
  return [address, { type: types[path.extname(address)] ?? 'application/octet-stream', body }];
}
