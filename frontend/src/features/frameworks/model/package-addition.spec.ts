import { expect, test } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { Source } from '@studio/engine/source';
import { withAddition, withoutAddition } from './package-addition.ts';

const script = (name: string) => ({ kind: 'script' as const, url: `https://unpkg.com/${name}` });
const [jquery, leaflet, mitt] = [script('jquery'), script('leaflet'), script('mitt')];

const before: Source = {
  html: '',
  css: '',
  js: 'go();',
  frameworkConfig: { ...defaultFrameworkConfig, resources: [jquery, leaflet, mitt] },
};
const addition = {
  imported: { specifier: 'leaflet', hasDefault: true },
  packages: { leaflet: '1.9.4', 'its-own': '1.0.0' },
  instead: leaflet,
};
const added = withAddition(before, addition);

/** The project after another change. */
function changed(js: string, config: Partial<Source['frameworkConfig']>): Source {
  return { ...added, js, frameworkConfig: { ...added.frameworkConfig, ...config } };
}

test('a package takes the place of an external resource', () => {
  expect(added.js).toBe("import leaflet from 'leaflet';\ngo();");
  expect(added.frameworkConfig).toMatchObject({ packages: addition.packages, resources: [jquery, mitt] });
});

test('a comment that mentions the package does not replace its import', () => {
  const js = "// import leaflet from 'leaflet'\ngo();";
  expect(withAddition({ ...before, js }, addition).js).toBe(`import leaflet from 'leaflet';\n${js}`);
});

test('undone, an import under another name goes as well', () => {
  const own = { ...before, js: 'const leaflet = 1;' };
  const { js } = withAddition(own, addition);
  expect(js).toBe("import leaflet2 from 'leaflet';\nconst leaflet = 1;");
  expect(withoutAddition(changed(`${js}\nmore();`, {}), own, addition).js).toBe(`${own.js}\nmore();`);
});

test('undone at once, all is as it was', () => {
  expect(withoutAddition(added, before, addition)).toEqual(before);
  const only = { ...before, frameworkConfig: { ...defaultFrameworkConfig, resources: [leaflet] } };
  expect(withAddition(only, addition).frameworkConfig.resources).toBeUndefined();
  expect(withoutAddition(withAddition(only, addition), only, addition)).toEqual(only);
});

test('undone later, what has come since stays', () => {
  const later = withoutAddition(
    changed(`${added.js}\nmore();`, {
      packages: { ...addition.packages, three: '0.180.0' },
      resources: [mitt, script('p5')],
    }),
    before,
    addition,
  );
  expect(later.js).toBe('go();\nmore();');
  expect(later.frameworkConfig.packages).toEqual({ ...addition.packages, three: '0.180.0' });
  expect(later.frameworkConfig.resources).toEqual([leaflet, mitt, script('p5')]);
});

test('undone after Format, the import goes, however it is written', () => {
  for (const statement of ['import leaflet from "leaflet";', "import leaflet from 'leaflet'"])
    expect(withoutAddition(changed(`${statement}\nmore();`, {}), before, addition).js).toBe('more();');
});

test('undone in a Vue component that has been edited, the import goes, and the script that came with it', () => {
  const template = '<template><p>{{ 1 }}</p></template>\n';
  const edited = template.replace('1', '2');
  for (const [js, expected] of [
    [template, edited],
    [`${template}<script setup></script>`, `${edited}<script setup></script>`],
    [`<script setup>\ngo();\n</script>\n${template}`, `<script setup>\ngo();\n</script>\n${edited}`],
  ] as const) {
    const frameworkConfig = { ...before.frameworkConfig, framework: 'vue', vueSfc: true } as const;
    const component = { ...before, js, frameworkConfig };
    const withPackage = withAddition(component, addition);
    const later = { ...withPackage, js: withPackage.js.replace('1', '2') };
    expect(later.js).toContain('leaflet');
    expect(withoutAddition(later, component, addition).js).toBe(expected);
  }
});

test('undone after the import was rewritten, the import keeps its versions', () => {
  const rewritten = "import { map } from 'leaflet';\ngo();";
  const later = withoutAddition(changed(rewritten, {}), before, addition);
  expect(later.js).toBe(rewritten);
  expect(later.frameworkConfig).toMatchObject({
    packages: addition.packages,
    resources: [jquery, leaflet, mitt],
  });
});

test('an import and a resource that are there already are left as they are', () => {
  const imports = { ...before, js: "import 'leaflet';" };
  const here = withAddition(imports, addition);
  expect(here.js).toBe(imports.js);
  expect(withoutAddition(here, imports, addition).js).toBe(imports.js);
  const again = withoutAddition(changed(added.js, { resources: [leaflet] }), before, addition);
  expect(again.frameworkConfig.resources).toEqual([leaflet]);
});
