import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { isSingleFileComponent, packageName } from './file-names.js';
import { type CarriedPackage, packageVersions, reactVersions } from './package-versions.js';

type Versions = Record<string, string>;

/** What `package.json` says: how the project is started, and the packages that it stands on. */
export function packageJson(title: string, config: FrameworkConfig, imported: string[]): string {
  const check = isSingleFileComponent(config) ? 'vue-tsc --noEmit' : 'tsc --noEmit';
  const dependencies = { ...versionsOf(imported, config), ...versionsOf(libraries(config), config) };
  return json({
    name: packageName(title),
    private: true,
    version: '0.0.0',
    type: 'module',
    scripts: {
      dev: 'vite',
      build: 'vite build',
      preview: 'vite preview',
      ...(config.typescript ? { check } : {}),
    },
    ...(Object.keys(dependencies).length > 0 ? { dependencies: sorted(dependencies) } : {}),
    devDependencies: sorted({ ...versionsOf(tools(config), config), ...reactTypesOf(config) }),
  });
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function libraries({ framework, cssFramework }: FrameworkConfig): string[] {
  return [
    ...(framework === 'react' ? ['react', 'react-dom'] : []),
    ...(framework === 'vue' ? (['vue'] as const) : []),
    ...(cssFramework === 'bootstrap' ? (['bootstrap', '@popperjs/core'] as const) : []),
    ...(cssFramework === 'bulma' ? (['bulma'] as const) : []),
  ];
}

function tools(config: FrameworkConfig): CarriedPackage[] {
  const { framework, cssFramework, typescript } = config;
  return [
    'vite',
    ...(framework === 'react' ? (['@vitejs/plugin-react'] as const) : []),
    ...(framework === 'vue' ? (['@vitejs/plugin-vue'] as const) : []),
    ...(cssFramework === 'tailwind' ? (['tailwindcss', '@tailwindcss/vite'] as const) : []),
    ...(cssFramework === 'sass' || cssFramework === 'scss' ? (['sass'] as const) : []),
    ...(typescript ? (['typescript'] as const) : []),
    ...(typescript && isSingleFileComponent(config) ? (['vue-tsc'] as const) : []),
    ...(typescript && cssFramework === 'bootstrap' ? (['@types/bootstrap'] as const) : []),
  ];
}

function reactTypesOf({ framework, frameworkVersion, typescript }: FrameworkConfig): Versions {
  if (framework !== 'react' || !typescript) return {};
  const { types, domTypes } = reactVersions[frameworkVersion];
  return { '@types/react': types, '@types/react-dom': domTypes };
}

/** A package that the studio does not carry is asked for as its newest, which is what a module network gives as well. */
function versionsOf(names: string[], { frameworkVersion }: FrameworkConfig): Versions {
  const { react, 'react-dom': reactDom } = reactVersions[frameworkVersion];
  const known: Versions = { ...packageVersions, react, 'react-dom': reactDom };
  return Object.fromEntries(names.map((name) => [name, known[name] ?? 'latest']));
}

function sorted(versions: Versions): Versions {
  return Object.fromEntries(Object.entries(versions).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
