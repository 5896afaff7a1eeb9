import { tailwindFiles } from '@studio/engine/styles/tailwind-files';

/** Lets Tailwind read only its own style sheets. */
export const tailwindFilesOnly = {
  base: '/',
  from: 'style.css',
  loadStylesheet: async (name: string) => loadStylesheet(name),
  loadModule: async (name: string) => {
    throw new Error(
      `\`${name}\` cannot be loaded: plugins and configuration files are not part of a project.`,
    );
  },
};

function loadStylesheet(name: string) {
  const file = name.replace(/\.css$/, '');
  const content = Object.hasOwn(tailwindFiles, file) ? tailwindFiles[file] : undefined;
  if (content === undefined)
    throw new Error(
      `There is no style sheet \`${name}\`: a project has this one. "tailwindcss", CSS of packages by the name of its file ("leaflet/dist/leaflet.css") and by full addresses (url("https://…")) can be imported.`,
    );
  return { path: name, base: '/', content };
}
