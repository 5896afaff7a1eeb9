import type { Plugin } from 'vite';

/**
 * The lazy parts that the editor's page always fetches after the app, in two files instead of one for each part and for
 * whatever two of them share. `background` is fetched at once, on every page. It also has what these parts share with
 * other pages or with Monaco; the login screen, because a session may end offline; and the toasts, because opening a
 * project shows one. `later` is fetched once the page is in use (`whenInUse`).
 */
const fetchedLater = {
  background: [
    'src/app/background-services.ts',
    'src/app/page-not-loaded.tsx',
    'src/app/routes/login-route.tsx',
    'src/app/routes/public/use-login-at-session-end.ts',
    'src/features/console/model/console-store.ts',
    'src/features/editor/model/line-differences.ts',
    'src/features/preview/model/preview-channel.ts',
    'src/features/projects/components/header/project-facts.tsx',
    'src/features/projects/model/like-toggle.ts',
    'src/features/projects/model/local-copies/draft-offer.ts',
    'src/features/projects/model/local-copies/indexed-db-drafts.ts',
    'src/features/projects/model/remote/open-windows.ts',
    'src/features/projects/model/remote/remote-changes.ts',
    'src/features/projects/model/saving/save-after-navigation.ts',
    'src/features/projects/model/saving/text-limits.ts',
    'src/features/projects/model/takedown-status.ts',
    'src/lib/socket-connection.ts',
    'src/ui/toast/toaster.tsx',
    'engine/dist/html/scan-tags.js',
  ],
  later: [
    'src/app/routes/notice-bars.tsx',
    'src/app/routes/studio-dialogs.tsx',
    'src/features/console/components/console-panel.tsx',
    'src/features/preview/components/preview-bar.tsx',
    'src/features/preview/components/preview-placeholder.tsx',
    'src/features/projects/refusal-texts.ts',
    'src/ui/dialogs/alert-dialog.tsx',
    'src/ui/menu/menu-panel.tsx',
  ],
};

/** Monaco and the languages of every project: one file instead of one for each language's words and services. */
const monaco = [
  'frontend/src/features/editor/monaco/monaco.ts',
  ...['css/css', 'html/html', 'javascript/javascript', 'typescript/typescript'].map(
    (language) => `monaco-editor/esm/vs/languages/definitions/${language}.js`,
  ),
  ...['css/cssMode', 'html/htmlMode', 'typescript/tsMode'].map(
    (service) => `monaco-editor/esm/vs/languages/features/${service}.js`,
  ),
];
/** Modules that are loaded into Monaco, or that load it. */
const addedToMonaco = /\/monaco-editor\/|\/src\/features\/editor\/(?:monaco|vim)\//;

/**
 * The entries of a first visit, which must not wait for the files above. By itself the bundler makes a file for every pair
 * of parts that share something: 29 before the code is readable, and 4 kB more. So the app is one file, without the modules
 * that it shares with the preview: these are in the first file, as the preview starts before the app.
 */
const first = {
  entry: 'src/startup/entry.ts',
  preview: 'src/features/preview/model/start-preview.ts',
  app: 'src/main.tsx',
};
/** Translates positions in console entries: loaded with the preview, which does not wait for it. */
const positions = 'src/features/preview/model/compile/positions-in-panes.ts';
/** Pages that are opened without the editor's. */
const otherPages = [
  'src/app/routes/discourse-auth-route.tsx',
  'src/app/routes/login-route.tsx',
  'src/app/routes/other-routes.tsx',
  'src/app/routes/public/preview-route.tsx',
  'src/app/routes/public/user-route.tsx',
];

/** The module that all icons are imported from; the bundler takes only those that are used. */
const iconsIndex = '/lucide-react.mjs';

/** The files of the icons, by the names under which that module exports them. */
function iconFilesByName(index: string): Map<string, string> {
  const files = index.matchAll(/export \{([^}]*)\} from ['"]\.\/icons\/([^'"]+)['"]/g);
  return new Map(
    [...files].flatMap(([, names = '', file = '']) =>
      names.split(',').map((name): [string, string] => [name.replace('default as', '').trim(), file]),
    ),
  );
}

/** The names of the icons that a module imports. */
function iconsImported(code: string): string[] {
  const imports = code.matchAll(/import \{([^}]*)\} from ['"]lucide-react['"]/g);
  return [...imports].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.replace(/ as .*/, '').trim()),
  );
}

/** The file of each module, once all modules are known. */
const chunkOf = new Map<string, string>();

export const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [{ name: (id: string) => chunkOf.get(id) ?? null }],
};

/**
 * Assigns the modules to the files above. Fails the build if a listed module no longer exists, as the parts that share it
 * would fetch another file. Benchmarks build single pages, which are left to the bundler.
 */
export function assignChunks(): Plugin {
  let isCutByList = false;
  return {
    name: 'assign-chunks',
    apply: 'build',
    configResolved({ build }) {
      isCutByList = [build.rolldownOptions.output].flat().some((output) => output?.codeSplitting);
    },
    buildEnd(error) {
      if (error || !isCutByList) return;
      const modules = [...this.getModuleIds()];
      const find = (path: string) =>
        modules.find((id) => id.endsWith(`/${path}`)) ??
        this.error(`shared-chunks.ts lists a module that no page has: ${path}`);
      const inFrontend = (path: string) => `frontend/${path}`;
      const codeOf = (id: string) => this.getModuleInfo(id)?.code ?? '';
      const allIcons =
        modules.find((id) => id.endsWith(iconsIndex)) ?? this.error(`${iconsIndex} is not there`);
      const iconFiles = iconFilesByName(codeOf(allIcons));
      const importsOf = (id: string) =>
        (this.getModuleInfo(id)?.importedIds ?? []).flatMap((imported) =>
          imported === allIcons
            ? iconsImported(codeOf(id)).map((name) =>
                imported.replace(iconsIndex, `/icons/${iconFiles.get(name)}`),
              )
            : imported,
        );
      const reachedFrom = (ids: string[]) => {
        const reached = new Set<string>();
        const visit = (id: string) => {
          if (reached.has(id)) return;
          reached.add(id);
          for (const imported of importsOf(id)) visit(imported);
        };
        for (const id of ids) visit(id);
        return reached;
      };
      const reachedFromFile = (path: string) => reachedFrom([find(inFrontend(path))]);
      const entry = reachedFromFile(first.entry);
      const preview = reachedFromFile(first.preview);
      const app = reachedFromFile(first.app);
      const already = new Set([...entry, ...preview, ...app]);
      for (const id of entry) chunkOf.set(id, 'index');
      for (const id of app) if (!entry.has(id)) chunkOf.set(id, preview.has(id) ? 'index' : 'main');
      for (const id of [...preview, ...reachedFromFile(positions)])
        if (!entry.has(id) && !app.has(id)) chunkOf.set(id, 'start-preview');
      const elsewhere = reachedFrom([...otherPages.map(inFrontend), ...monaco].map(find));
      for (const [name, paths] of Object.entries(fetchedLater)) {
        const named = new Set(paths.map(inFrontend).map(find));
        for (const id of reachedFrom([...named])) {
          if ((already.has(id) && !named.has(id)) || chunkOf.has(id)) continue;
          chunkOf.set(id, elsewhere.has(id) ? 'background' : name);
        }
      }
      const loadedWithout = modules.filter(
        (id) => (this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0 && !addedToMonaco.test(id),
      );
      const withoutMonaco = reachedFrom(loadedWithout);
      for (const id of reachedFrom(monaco.map(find)))
        if (!already.has(id) && !withoutMonaco.has(id) && !chunkOf.has(id)) chunkOf.set(id, 'monaco');
    },
  };
}
