import { describe, expect, it } from '@jest/globals';
import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import type { PackageProblem } from '@studio/contract/packages/package-routes';
import { toHtml } from '../build-document.js';
import { type CompileTarget, compile } from '../compile.js';
import type { Sources } from '../source.js';

const local: CompileTarget = { mode: 'development', libraries: 'local', moduleCdn: null, checkLoops: false };
const packages = { three: '0.180.0' };
const source = (sources: Partial<Sources>, config: Partial<FrameworkConfig> = {}) => ({
  html: '',
  css: '',
  js: '',
  ...sources,
  frameworkConfig: { ...defaultFrameworkConfig, packages, ...config },
});

/** The import map of the page, and the problems. */
async function compiled(
  sources: Partial<Sources>,
  config: Partial<FrameworkConfig> = {},
  target: Partial<CompileTarget> = {},
) {
  const { document, problems } = await compile(source(sources, config), { ...local, ...target });
  const html = toHtml(document);
  const map = /<script type="importmap">(.*?)<\/script>/.exec(html)?.[1] ?? '{}';
  return { html, problems, imports: (JSON.parse(map).imports ?? {}) as Record<string, string> };
}

describe('what packages need beside them', () => {
  it('is the React or Vue of the page', async () => {
    const { imports, html } = await compiled({ js: 'import "three"' }, { framework: 'react' });
    expect(decodeURIComponent(imports['react'] ?? '')).toContain('export default globalThis.React');
    expect(decodeURIComponent(imports['react'] ?? '')).not.toContain('/lib/');
    expect(Object.keys(imports)).toEqual(
      expect.arrayContaining(['react-dom', 'react/jsx-runtime', 'react/jsx-dev-runtime', 'vue']),
    );
    expect(html.match(/<script src=/g)).toHaveLength(2);
  });

  it('is loaded when it is asked for where the page has none', async () => {
    const { imports, html } = await compiled({ js: 'import "three"' }, { frameworkVersion: 19 });
    expect(html).not.toContain('<script src=');
    const vue = decodeURIComponent(imports['vue'] ?? '');
    expect(vue).toContain('"/lib/vue@3.5.45/dist/vue.global.js"');
    expect(vue).toContain('ref');
    expect(decodeURIComponent(imports['react-dom/client'] ?? '')).toContain('/lib/react@19.3.1/');
  });

  it('is the Bootstrap and the Popper of the studio, whatever else the page has', async () => {
    const { imports } = await compiled({ js: 'import "three"' }, { framework: 'react' });
    const popper = decodeURIComponent(imports['@popperjs/core'] ?? '');
    expect(popper).toContain('"/lib/@popperjs/core@2.11.8/dist/umd/popper.min.js"');
    expect(popper).toContain('"global":"Popper"');
    expect(decodeURIComponent(imports['bootstrap'] ?? '')).toContain('"global":"bootstrap"');
    const { imports: ofBootstrap } = await compiled({ js: 'import "three"' }, { cssFramework: 'bootstrap' });
    expect(decodeURIComponent(ofBootstrap['bootstrap'] ?? '')).not.toContain('/lib/');
  });

  it('is React as it is in production where a package draws with it', async () => {
    const react = { framework: 'react', frameworkVersion: 19 } as const;
    const scripts = ({ html }: { html: string }) => html.match(/<script src="[^"]+"/g)?.join();
    expect(scripts(await compiled({ js: '1' }, react))).toContain('development');
    const drawn = await compiled({ js: '1' }, { ...react, packages: { '@react-three/fiber': '9.8.2' } });
    expect(scripts(drawn)).toContain('production');
    expect(scripts(drawn)).not.toContain('development');
  });

  it('shares the internals of React with other renderers', async () => {
    const internals = {
      17: '__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED',
      18: '__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED',
      19: '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
    };
    for (const version of [17, 18, 19] as const) {
      const { imports } = await compiled({ js: '1' }, { framework: 'react', frameworkVersion: version });
      expect(decodeURIComponent(imports['react'] ?? '')).toContain(internals[version]);
    }
  });
});

describe('an import of what the studio carries, with a version', () => {
  const js =
    'import React from "react@18"; import "react-dom@^18/client"; import "vue@3/dist/vue.esm-browser.js"';

  it('is the copy of the page, and is asked about', async () => {
    const { imports, problems } = await compiled({ js }, { framework: 'react', frameworkVersion: 18 });
    expect(problems).toEqual([]);
    expect(imports['react@18']).toBe(imports['react']);
    expect(imports['react-dom@^18/client']).toBe(imports['react-dom/client']);
    expect(decodeURIComponent(imports['vue@3/dist/vue.esm-browser.js'] ?? '')).toContain('globalThis.Vue');
    const { packageImports: asked, missingPackages } = await compile(
      source({ js }, { frameworkVersion: 18 }),
      local,
    );
    expect(asked).toEqual(['react@18', 'react-dom@^18/client', 'vue@3/dist/vue.esm-browser.js']);
    expect(missingPackages).toEqual([]);
  });

  it('is an error once the version is known to be another one', async () => {
    const message = 'This project has react 17.0.2, which is not 18';
    const wrong: PackageProblem = {
      specifier: 'react@18',
      code: 'version_conflict',
      message,
      suggestions: ['react'],
    };
    const { problems, imports } = await compiled(
      { js: 'import React from "react@18"' },
      {},
      { packageProblems: [wrong] },
    );
    expect(problems).toMatchObject([{ severity: 'error', message: `${message}. Did you mean "react"?` }]);
    await expect(import(imports['react@18'] ?? '')).rejects.toThrow(message);
  });
});

it.each(['bootstrap/dist/js/bootstrap.bundle.min', 'bootstrap/dist/js/bootstrap.esm.js'])(
  'a file of Bootstrap’s script is the studio’s Bootstrap, with and without its ending: %s',
  async (specifier) => {
    const { html, imports, problems } = await compiled({ js: `import '${specifier}';` });
    expect(problems).toEqual([]);
    expect(html).toContain('<script src="/lib/bootstrap@5.3.0/dist/js/bootstrap.bundle.min.js">');
    expect(decodeURIComponent(imports[specifier] ?? '')).toContain('globalThis.bootstrap');
  },
);

describe('an import of Bootstrap’s style sheet', () => {
  const link = '<link rel="stylesheet" href="/lib/bootstrap@5.3.0/dist/css/bootstrap.min.css">';

  it.each(['bootstrap/dist/css/bootstrap.min.css', 'bootstrap/dist/css/bootstrap.css'])(
    'has the studio’s in the page, once, before the project’s own styles: %s',
    async (specifier) => {
      const js = `import '${specifier}';\nimport 'bootstrap/dist/css/bootstrap.min.css';`;
      for (const cssFramework of ['none', 'bootstrap'] as const) {
        const { html, imports, problems } = await compiled({ js, css: 'p { top: 0 }' }, { cssFramework });
        expect(problems).toEqual([]);
        expect(html.split(link)).toHaveLength(2);
        expect(html.indexOf(link)).toBeLessThan(html.indexOf('top: 0'));
        expect(Object.keys(await import(imports[specifier] ?? ''))).toEqual([]);
      }
    },
  );

  it('is found by styles as well', async () => {
    const { html, problems } = await compiled({ css: '@import "bootstrap/dist/css/bootstrap.min.css";' });
    expect(problems).toEqual([]);
    expect(html).toContain('@import "/lib/bootstrap@5.3.0/dist/css/bootstrap.min.css"');
  });

  it('is asked about where it has a version, and is none of its other ones', async () => {
    const js = "import 'bootstrap@4/dist/css/bootstrap.min.css';";
    const { missingPackages, packageImports } = await compile(source({ js }), local);
    expect([missingPackages, packageImports]).toEqual([[], ['bootstrap@4/dist/css/bootstrap.min.css']]);
    const { problems } = await compiled({ js: "import 'bootstrap/dist/css/bootstrap-grid.css';" });
    expect(problems).toMatchObject([{ message: expect.stringContaining('does not include it') }]);
  });
});
