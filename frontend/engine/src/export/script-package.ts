import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { PackageFile } from './exported-project.js';
import type { PageScript } from './index-page.js';
import type { ScriptFile } from './script-file.js';

/** The script of a project with the small files that it needs beside it, and the tags by which the page asks for them. */
export interface ScriptPackage {
  files: PackageFile[];
  tags: PageScript[];
}

export function scriptPackage(
  script: ScriptFile | null,
  stylePath: string,
  config: FrameworkConfig,
): ScriptPackage {
  const parts = [
    ...(config.cssFramework === 'bootstrap' && !script?.code.includes("from 'bootstrap'") ? [bootstrap] : []),
    ...(script?.kind === 'component' ? [mount(script, stylePath, config)] : script ? [alone(script)] : []),
  ];
  return { files: parts.flatMap(({ files }) => files), tags: parts.map(({ tag }) => tag) };
}

interface Part {
  files: PackageFile[];
  tag: PageScript;
}

/** Bootstrap's components work by attributes in the page, whether or not the project has a script. */
const bootstrap: Part = {
  files: [
    {
      path: 'src/bootstrap.js',
      text: "import 'bootstrap';\n",
      note: 'Brings Bootstrap’s components to life.',
    },
  ],
  tag: { src: '/src/bootstrap.js', isModule: true },
};

function alone({ kind, path, code }: ScriptFile): Part {
  const isModule = kind === 'module';
  const note = isModule
    ? 'The script.'
    : 'The script: an ordinary one, so that everything on the page can call its functions. Vite copies it as it is.';
  return {
    files: [{ path, text: code, note }],
    tag: { src: isModule ? `/${path}` : '/script.js', isModule },
  };
}

/** The project's styles come behind those of the component, as in the preview. */
function mount({ path, code }: ScriptFile, stylePath: string, { typescript }: FrameworkConfig): Part {
  const main = `src/main.${typescript ? 'ts' : 'js'}`;
  const text = `import { createApp } from 'vue';
import App from './App.vue';
import '${stylePath.replace('src/', './')}';

createApp(App).mount('#app');
`;
  return {
    files: [
      { path, text: code, note: 'The component.' },
      { path: main, text, note: 'Puts the component into the page.' },
    ],
    tag: { src: `/${main}`, isModule: true },
  };
}
