import { findInlineScripts, type InlineScript } from '../../html/inline-scripts.js';
import { scanTags } from '../../html/scan-tags.js';
import { isImport, replaceAssets } from './asset-references.js';

/** The users' files in a package. */
export interface AssetFolder {
  assetsUrl: string;
  /** A file's name within the folder, by its address. */
  names: ReadonlyMap<string, string>;
}

/** Vite copies these files unchanged. */
export const publicFolder = 'public/assets';
/** Files that code imports are here as well, because Vite imports nothing from `public`. */
export const importFolder = 'src/assets';

/** A linked file of the package, and the addresses of the files that it imports from `importFolder`. */
export interface LinkedFile {
  text: string;
  imported: string[];
}

/**
 * The context of a mention: the markup of the page, an ordinary script or a module within it, styles, a script that
 * Vite bundles or one that it copies, a Vue component, or Vite's configuration.
 */
type Place =
  | 'page'
  | 'inline script'
  | 'inline module'
  | 'style'
  | 'script'
  | 'copied script'
  | 'component'
  | 'config';

const isTailwindClass = /\[url\(["']?$/;
const isLinkOrScript = /<(?:link|script)\b[^<>]*$/i;

/**
 * Links a file of the package to the files in its folder, so that the page finds them in development, after a build,
 * and in any folder of any server. Vite rewrites addresses from the root, `/assets/…`, in styles and in the `link` and
 * `script` elements of the page; browsers resolve all others relative to the page.
 */
export function linkAssets(path: string, text: string, { assetsUrl, names }: AssetFolder): LinkedFile {
  const imported = new Set<string>();
  const placeAt = placesIn(path, text);
  const linked = replaceAssets(text, assetsUrl, (address, before, start) => {
    const name = names.get(address);
    if (name === undefined) return null;
    const place = placeAt(start);
    if (place === 'config' || isImport.test(before)) {
      const { link, isBundled } = importLinks[place];
      if (isBundled) imported.add(address);
      return `${link}/${name}`;
    }
    return `${mentionLink(place, before)}/${name}`;
  });
  return { text: linked, imported: [...imported] };
}

function mentionLink(place: Place, before: string): string {
  const isRewritten =
    place === 'style' || isTailwindClass.test(before) || (place === 'page' && isLinkOrScript.test(before));
  if (isRewritten) return '/assets';
  // Vue's compiler turns addresses that begin with a dot into imports.
  return place === 'component' ? 'assets' : './assets';
}

/** Where an import finds a file, by its context. Vite bundles files from `importFolder`. */
const importLinks: Record<Place, { link: string; isBundled: boolean }> = {
  page: { link: '/assets', isBundled: false },
  'inline script': { link: './assets', isBundled: false },
  'copied script': { link: './assets', isBundled: false },
  script: { link: './assets', isBundled: true },
  component: { link: './assets', isBundled: true },
  style: { link: './assets', isBundled: true },
  'inline module': { link: `/${importFolder}`, isBundled: true },
  config: { link: `/${importFolder}`, isBundled: true },
};

function placesIn(path: string, text: string): (at: number) => Place {
  if (path === 'vite.config.js') return () => 'config';
  if (path.startsWith('public/')) return () => 'copied script';
  if (/\.(?:s?css|less)$/.test(path)) return () => 'style';
  if (path.endsWith('.vue')) return componentPlaces(text);
  return path.endsWith('.html') ? pagePlaces(text) : () => 'script';
}

/** The context within a script of the page; an import map is treated like markup. */
const inlinePlaces: Record<InlineScript['kind'], Place> = {
  classic: 'inline script',
  module: 'inline module',
  importmap: 'page',
};

function pagePlaces(html: string): (at: number) => Place {
  const scripts = findInlineScripts(html);
  return (at) => {
    const script = scripts.find(({ start, end }) => start <= at && at < end);
    return script ? inlinePlaces[script.kind] : 'page';
  };
}

function componentPlaces(text: string): (at: number) => Place {
  const styles = [...scanTags(text)].filter(({ kind, name }) => kind === 'start' && name === 'style');
  return (at) =>
    styles.some(({ start, contentEnd }) => start <= at && at < contentEnd) ? 'style' : 'component';
}
