import { readAttributes, type Tag } from '../html/scan-tags.js';
import { withoutMissingFiles } from './missing-style-files.js';
import { mapStyles, tagsForVite } from './page-elements.js';
import { outlineScript } from './script-outline.js';

/** The HTML pane as Vite takes it. */
interface PageForVite {
  html: string;
  /** The specifiers that those scripts import which Vite leaves to the browser. */
  unbundled: string[];
}

/**
 * Marks elements whose files Vite must leave to the browser, because it stops where it does not find one. A project has no
 * files but those of the studio, whose addresses are still full ones here.
 */
export async function leaveToBrowser(written: string): Promise<PageForVite> {
  const html = mapStyles(written, (css) => withoutMissingFiles(css, () => false));
  const unbundled: string[] = [];
  let text = '';
  let at = 0;
  for (const tag of tagsForVite(html)) {
    if (tag.kind !== 'start') continue;
    const attributes = readAttributes(html, tag);
    const script = tag.name === 'script' ? await leftScript(html, tag, attributes) : null;
    if (script) unbundled.push(...script.imports);
    const isLeft = script ? script.isLeft : stopsViteAt(tag.name, attributes);
    const nameEnd = tag.start + 1 + tag.name.length;
    const rest = html.slice(nameEnd, tag.end);
    text += `${html.slice(at, nameEnd)}${isLeft ? ' vite-ignore' : ''}`;
    text += attributes.has('style') ? rest.replace(emptyAddress, 'url(data:,)') : rest;
    at = tag.end;
  }
  return { html: text + html.slice(at), unbundled };
}

/** Whether Vite must leave a script alone, and what it imports if Vite does not bundle it. */
async function leftScript(html: string, { end, contentEnd }: Tag, attributes: Map<string, string>) {
  const isModule = attributes.get('type') === 'module';
  const src = attributes.get('src');
  if (src !== undefined)
    return { isLeft: isModule && src !== '' && !/^(?:[a-z]+:|\/\/)/i.test(src), imports: [] };
  const code = html.slice(end, contentEnd);
  const { imports } = code.includes('import') ? await outlineScript(code, plain) : { imports: [] };
  const needsFile = imports.some(isPath) || code.search(workerOfFile) >= 0;
  if (isModule && !needsFile) return { isLeft: false, imports: [] };
  // Of an ordinary script, Vite takes what it imports for files of the package.
  return { isLeft: isModule || /\bimport\s*\(/.test(code), imports };
}

const plain = { typescript: false, jsx: false };

/** A worker from a file, up to `import.meta.url`, by which Vite looks for the file and stops where there is none. */
export const workerOfFile =
  /\bnew\s+(?:Shared)?Worker\s*\(\s*new\s+URL\s*\(\s*(?:"[^"\n]*"|'[^'\n]*'|`[^`\n]*`)\s*,\s*(?=import\.meta\.url\b)/g;

/** Names a file of the page's own site, which has no other files. */
export function isPath(specifier: string): boolean {
  return /^(?:\.{1,2}\/|\/(?!\/))/.test(specifier);
}

/** The attributes whose files Vite looks for, by element. */
const addressesOf: Record<string, readonly string[]> = {
  audio: ['src'],
  embed: ['src'],
  image: ['href', 'xlink:href'],
  img: ['src', 'srcset'],
  input: ['src'],
  link: ['href', 'imagesrcset'],
  object: ['data'],
  source: ['src', 'srcset'],
  track: ['src'],
  use: ['href', 'xlink:href'],
  video: ['src', 'poster'],
};

/** The names of `meta` elements with an address. */
const metaWithAddress = /^(?:og:|twitter:|msapplication-).*(?:audio|config|image|logo|video)/i;

/** The address of an entry of `srcset`. */
function firstWord(entry: string): string {
  return entry.trim().split(/\s/)[0] ?? '';
}

function stopsViteAt(element: string, attributes: Map<string, string>): boolean {
  const isMeta =
    element === 'meta' && metaWithAddress.test(attributes.get('name') ?? attributes.get('property') ?? '');
  const names = isMeta ? ['content'] : Object.hasOwn(addressesOf, element) ? addressesOf[element] : [];
  return (names ?? []).some((name) => {
    const value = attributes.get(name) ?? '';
    return name.endsWith('srcset')
      ? value.split(',').some((one) => stopsVite(firstWord(one)))
      : stopsVite(value);
  });
}

/**
 * Whether Vite stops at an address: at a folder, at what is below a file, and at a name that no file can have. Of any other
 * missing file it leaves the address as it is, and takes it once somebody has put it there.
 */
function stopsVite(address: string): boolean {
  if (address === '' || /^(?:[a-z][a-z\d+.-]*:|\/\/|#)/i.test(address)) return false;
  const [path = ''] = address.split(/[?#]/, 1);
  const names = path.split('/').filter((name) => !/^\.{0,2}$/.test(name));
  const isTooLong = names.some((name) => new TextEncoder().encode(name).length > maxNameLength);
  return names.length === 0 || isTooLong || path.includes('%00') || ownNames.has(names[0] ?? '');
}

/** In bytes, of one name in a path. */
const maxNameLength = 255;

/** What stands in the folder of an exported project. */
const ownNames = new Set([
  'README.md',
  'dist',
  'index.html',
  'node_modules',
  'package-lock.json',
  'package.json',
  'public',
  'src',
  'standalone.html',
  'tsconfig.json',
  'vite.config.js',
]);

/** In a `style` attribute, at which Vite stops, too. */
const emptyAddress = /(?<![\w-])url\(\s*(?:("|'|&quot;|&#39;)(?:\?[^"'&()\s]*)?\1\s*|\?[^"'&()\s]*\s*)?\)/gi;

/**
 * The names between percent signs that Vite replaces by its settings. It looks them up with `in`: those that every object
 * has are among them.
 */
const settings = ['BASE_URL', 'DEV', 'MODE', 'PROD', ...Object.getOwnPropertyNames(Object.prototype)];
const percentOfSetting = new RegExp(`%(?=(?:${settings.join('|')})%)`, 'g');

/** A page whose text Vite does not replace: the percent signs are written as scripts, styles and markup may write them. */
export function withSettingsHidden(html: string): string {
  if (html.search(percentOfSetting) < 0) return html;
  let text = '';
  let at = 0;
  const add = (end: number, percent: string) => {
    text += html.slice(at, end).replace(percentOfSetting, percent);
    at = end;
  };
  for (const { kind, name, end, contentEnd } of tagsForVite(html)) {
    if (kind !== 'start' || (name !== 'script' && name !== 'style')) continue;
    add(end, '&#37;');
    add(contentEnd, name === 'script' ? '\\u0025' : '\\25 ');
  }
  add(html.length, '&#37;');
  return text;
}
