import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { parseSpecifier } from '@studio/contract/packages/specifier';
import { isBare } from '../script/module-imports.js';
import { type StylesLanguage, stylesLanguage } from '../styles/styles-language.js';
import { isSingleFileComponent, npmNameOf } from './exported-project.js';

type Versions = Record<string, string>;

/** What a package needs, as its files show. */
interface PackageNeeds {
  /** The names of the packages that the code imports. */
  imported: string[];
  /** The languages of a Vue component's own styles and template. */
  blockLanguages: BlockLanguage[];
  /** TypeScript compiles the script, whatever its language. */
  needsTypeScript: boolean;
  /** There is a file whose types can be checked. */
  isTyped: boolean;
}

/** `package.json`: scripts and dependencies. */
export interface PackageJson {
  name: string;
  private: true;
  version: string;
  type: 'module';
  scripts: Record<string, string>;
  dependencies?: Versions;
  devDependencies: Versions;
}

export function packageJson(title: string, config: FrameworkConfig, needs: PackageNeeds): PackageJson {
  const { imported, isTyped } = needs;
  const check = isSingleFileComponent(config) ? 'vue-tsc --noEmit' : 'tsc --noEmit';
  const dependencies = {
    ...config.packages,
    ...versionsOf(imported, config),
    ...versionsOf(libraries(config), config),
  };
  return {
    name: npmNameOf(title),
    private: true,
    version: '0.0.0',
    type: 'module',
    scripts: {
      dev: 'vite',
      build: 'vite build',
      preview: 'vite preview',
      ...(isTyped ? { check } : {}),
    },
    ...(Object.keys(dependencies).length > 0 ? { dependencies: sorted(dependencies) } : {}),
    devDependencies: sorted({ ...versionsOf(tools(config, needs), config), ...reactTypesOf(config) }),
  };
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

/** A language of the styles or of a component's template. */
export type BlockLanguage = StylesLanguage | 'pug';

/** What Vite needs to compile them. */
const compilers: Record<BlockLanguage, BundledPackage[]> = {
  css: [],
  scss: ['sass'],
  less: ['less'],
  pug: ['pug'],
};

function tools(config: FrameworkConfig, { blockLanguages, needsTypeScript }: PackageNeeds): BundledPackage[] {
  const { framework, cssFramework, typescript } = config;
  return [
    'vite',
    ...(framework === 'react' ? (['@vitejs/plugin-react'] as const) : []),
    ...(framework === 'vue' ? (['@vitejs/plugin-vue'] as const) : []),
    ...(cssFramework === 'tailwind' ? (['tailwindcss', '@tailwindcss/vite'] as const) : []),
    ...new Set([...blockLanguages, stylesLanguage(config)].flatMap((language) => compilers[language])),
    ...(typescript || needsTypeScript ? (['typescript'] as const) : []),
    ...(typescript && isSingleFileComponent(config) ? (['vue-tsc'] as const) : []),
    ...(typescript && cssFramework === 'bootstrap' ? (['@types/bootstrap'] as const) : []),
  ];
}

function reactTypesOf({ framework, frameworkVersion, typescript }: FrameworkConfig): Versions {
  if (framework !== 'react' || !typescript) return {};
  const { types, domTypes } = reactVersions[frameworkVersion];
  return { '@types/react': types, '@types/react-dom': domTypes };
}

/** A package that is neither built in nor frozen gets `latest`, as a module CDN would serve. */
function versionsOf(names: string[], { frameworkVersion, packages }: FrameworkConfig): Versions {
  const { react, 'react-dom': reactDom } = reactVersions[frameworkVersion];
  const known: Versions = { ...packageVersions, ...packages, react, 'react-dom': reactDom };
  return Object.fromEntries(names.map((name) => [name, known[name] ?? 'latest']));
}

function sorted(versions: Versions): Versions {
  return Object.fromEntries(Object.entries(versions).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Versions of dependencies. Built-in packages have the studio's versions (a test compares them). */
export const packageVersions = {
  '@popperjs/core': '^2.11.8',
  '@tailwindcss/vite': '^4.3.3',
  '@types/bootstrap': '^5.2.11',
  '@vitejs/plugin-react': '^6.3.0',
  '@vitejs/plugin-vue': '^6.0.11',
  bootstrap: '5.3.0',
  bulma: '0.9.4',
  less: '^4.9.1',
  pug: '^3.0.4',
  sass: '^1.108.2',
  tailwindcss: '^4.3.3',
  typescript: '^6.0.3',
  vite: '^8.3.8',
  vue: '^3.5.45',
  'vue-tsc': '^3.3.14',
} as const;

type BundledPackage = keyof typeof packageVersions;

/** React, its renderer and the types of both, whose versions belong together. */
export const reactVersions = {
  17: { react: '^17.0.2', 'react-dom': '^17.0.2', types: '^17.0.93', domTypes: '^17.0.9' },
  18: { react: '^18.3.1', 'react-dom': '^18.3.1', types: '^18.3.9', domTypes: '^18.3.7' },
  19: { react: '^19.3.1', 'react-dom': '^19.3.1', types: '^19.3.0', domTypes: '^19.3.0' },
} as const;

/** The packages among imports: no addresses, no files, and no names that an import map contains. */
export function packagesAmong(specifiers: string[], importMap: Record<string, string>): string[] {
  const names = specifiers
    .filter((specifier) => isBare(specifier) && !isMapped(specifier, importMap))
    .flatMap((specifier) => parseSpecifier(specifier)?.name ?? []);
  return [...new Set(names)];
}

function isMapped(specifier: string, importMap: Record<string, string>): boolean {
  return Object.keys(importMap).some((name) =>
    name.endsWith('/') ? specifier.startsWith(name) : specifier === name,
  );
}

/** Aliases for specifiers that contain a version, which work only in a browser's import map. */
export function packageAliases(
  specifiers: string[],
  importMap: Record<string, string>,
): Record<string, string> {
  const aliases: Record<string, string> = {};
  for (const specifier of specifiers) {
    const parsed = isBare(specifier) && !isMapped(specifier, importMap) ? parseSpecifier(specifier) : null;
    if (parsed && parsed.range !== null) aliases[specifier] = `${parsed.name}${parsed.subpath.slice(1)}`;
  }
  return aliases;
}
