import type { Plugin } from 'vite';

/**
 * Left to itself the bundler makes a file for every pair of parts that share something: 29 files before the code can be
 * read, and 4 kB more (docs/benchmarks.md has the size). So these modules come in two: `base` is what the preview starts
 * with as well, before the app; `page` is what the app shares with its lazy parts.
 */
const chunks = {
  base: [
    'node_modules/zod/',
    'backend/contract/dist/console.js',
    'backend/contract/dist/durations.js',
    'backend/contract/dist/limits.js',
    'backend/contract/dist/preview.js',
    'frontend/src/config/zod-under-csp.ts',
    'frontend/src/lib/browser-storage.ts',
    'frontend/src/lib/time.ts',
  ],
  page: [
    'node_modules/nanoid/',
    'node_modules/react/',
    'node_modules/react-dom/',
    'node_modules/scheduler/',
    'node_modules/zustand/',
    'node_modules/lucide-react/dist/esm/icons/loader-circle.mjs',
    'backend/contract/dist/http/auth.js',
    'backend/contract/dist/http/frameworks.js',
    'backend/contract/dist/http/likes.js',
    'backend/contract/dist/http/paging.js',
    'backend/contract/dist/http/projects.js',
    'backend/contract/dist/http/text.js',
    'backend/contract/dist/route.js',
    'frontend/src/app/open-dialogs.ts',
    'frontend/src/app/texts.ts',
    'frontend/src/features/projects/toast-texts.ts',
    'frontend/src/features/projects/model/working-project.ts',
    'frontend/src/features/projects/model/project-state.ts',
    'frontend/src/features/projects/model/local-copies/draft-storage.ts',
    'frontend/src/features/projects/model/local-copies/stored-project.ts',
    'frontend/src/features/projects/model/saving/save-request.ts',
    'frontend/src/lib/bidi-isolate.ts',
    'frontend/src/lib/count-of.ts',
    'frontend/src/lib/http-client.ts',
    'frontend/src/lib/browser-session.ts',
    'frontend/src/ui/button.tsx',
    'frontend/src/ui/dialogs/dialog-loading.tsx',
    'frontend/src/ui/lazy-part.tsx',
    'frontend/src/ui/classes.ts',
    'frontend/src/ui/lucide-icon.ts',
    'frontend/src/ui/progress-indicators.tsx',
    'frontend/src/ui/texts.ts',
    'frontend/src/ui/toast/toast.ts',
  ],
};

const isListed = (paths: string[]) => (id: string) => paths.some((path) => id.includes(`/${path}`));

export const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: Object.entries(chunks).map(([name, paths]) => ({ name, test: isListed(paths) })),
};

/**
 * Fails the build where a listed module is not there any more: what shares it would fetch a file more. The bench builds
 * single pages that are cut as they come.
 */
export function checkSharedChunks(): Plugin {
  let isCutByList = false;
  return {
    name: 'check-shared-chunks',
    apply: 'build',
    configResolved({ build }) {
      isCutByList = [build.rolldownOptions.output].flat().some((output) => output?.codeSplitting);
    },
    buildEnd(error) {
      if (error || !isCutByList) return;
      const modules = [...this.getModuleIds()];
      const missing = Object.values(chunks)
        .flat()
        .filter((path) => !modules.some(isListed([path])));
      if (missing.length > 0) this.error(`shared-chunks.ts lists what no page has: ${missing.join(', ')}`);
    },
  };
}
