import { findInlineScripts, type InlineScript } from '../../html/inline-scripts.js';
import { scanTags } from '../../html/scan-tags.js';
import { replaceAssets } from './asset-references.js';

/** Where a package has the files of its project. */
export interface AssetFolder {
  assetsUrl: string;
  /** A file's name within the folder, by its address. */
  names: ReadonlyMap<string, string>;
}

/** Vite copies what lies there as it is. */
export const publicFolder = 'public/assets';
/** What code imports lies there as well: Vite imports nothing from `public`. */
export const importFolder = 'src/assets';

/** A file of the package with its links, and the addresses of what it imports from `importFolder`. */
export interface LinkedFile {
  text: string;
  imported: string[];
}

/**
 * What a mention stands in: the markup of the page, an ordinary script or a module within it, styles, a script that
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

const isImport = /(?:\b(?:from|import)\s*(?:\(\s*)?|@import\s+(?:url\(\s*)?)["']?$/;
const isTailwindClass = /\[url\(["']?$/;
const isLinkOrScript = /<(?:link|script)\b[^<>]*$/i;

/**
 * Links a file of the package to the files in its folder, so that the page finds them in development, built, and in
 * any folder of any server. Vite rewrites addresses from the root, `/assets/…`, in styles and in the `link` and
 * `script` elements of the page; everything else is a text of which browsers make an address from that of the page.
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
  // Vue's compiler makes an import of what begins with a dot.
  return place === 'component' ? 'assets' : './assets';
}

/** Where an import finds a file, by what it stands in. What Vite bundles it takes from `importFolder`. */
const importLinks: Record<Place, { link: string; isBundled: boolean }> = {
  page: { link: '/assets', isBundled: false },
  'inline script': { link: '/assets', isBundled: false },
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
  if (/\.s?css$/.test(path)) return () => 'style';
  if (path.endsWith('.vue')) return componentPlaces(text);
  return path.endsWith('.html') ? pagePlaces(text) : () => 'script';
}

/** What the text of a script within the page is; an import map is read like markup. */
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
