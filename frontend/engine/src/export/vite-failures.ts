import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { findInlineScripts } from '../html/inline-scripts.js';
import { readAttributes, scanTags, type Tag } from '../html/scan-tags.js';
import { cdnAddress, packageModule } from '../libraries/frozen-packages.js';
import { isBare } from '../script/module-imports.js';
import type { Source } from '../source.js';
import { importsMappedBy, isMapped } from './mapped-imports.js';
import { withoutMissingImportsOf } from './missing-styles.js';
import { outlineScript } from './script-outline.js';

/**
 * The HTML of a page such that Vite builds it. Vite fails where browsers go on: at scripts and styles that load files
 * which the package lacks, and at addresses of folders. The attribute `vite-ignore`, which Vite removes, leaves these to
 * the browser. @param moduleCdn the origin of packages that ordinary scripts import, which Vite does not bundle
 */
export async function withoutViteFailures(
  { html: written, frameworkConfig: config }: Source,
  moduleCdn: string,
): Promise<string> {
  const html = withoutMissingImportsOf(written, config);
  const inline = new Map(findInlineScripts(html).map(({ start, kind }) => [start, kind]));
  const mapped = importsMappedBy(html);
  let text = '';
  let at = 0;
  const replace = (start: number, end: number, replacement: string) => {
    text += html.slice(at, start) + replacement;
    at = end;
  };
  for (const tag of scanTags(html)) {
    if (tag.kind !== 'start') continue;
    const content = html.slice(tag.end, tag.contentEnd);
    const kind = inline.get(tag.end);
    const code = kind === 'classic' ? await linkPackages(content, config, moduleCdn, mapped) : content;
    const isFailing =
      kind === 'classic'
        ? (await importsOf(code)).some((specifier) => !isExternal(specifier))
        : kind === 'module'
          ? (await importsOf(content)).some(isPath)
          : namesMissing(html, tag);
    if (isFailing) {
      const nameEnd = tag.start + '<'.length + tag.name.length;
      replace(nameEnd, nameEnd, ' vite-ignore');
    }
    if (code !== content) replace(tag.end, tag.contentEnd, code);
  }
  return withoutVariables(text + html.slice(at));
}

/** Gives packages an address, because no import map of the built page has them. Other names stay. */
async function linkPackages(
  code: string,
  { packages = {} }: FrameworkConfig,
  moduleCdn: string,
  mapped: Record<string, string>,
): Promise<string> {
  const names = (await importsOf(code)).filter(
    (specifier) => isBare(specifier) && !isMapped(specifier, mapped),
  );
  return names.reduce((linked, specifier) => {
    const target = { moduleCdn, isFile: true };
    const address =
      packageModule({ specifier, hasAttributes: false }, packages, target) ??
      cdnAddress(moduleCdn, specifier);
    return linked.replaceAll(
      new RegExp(String.raw`(\bimport\s*\(\s*)(['"\`])${escapePattern(specifier)}\2`, 'g'),
      (_call, start: string, quote: string) => start + quote + address + quote,
    );
  }, code);
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}

async function importsOf(code: string): Promise<string[]> {
  if (!/\bimport\b|\bexport\b/.test(code)) return [];
  return (await outlineScript(code, { typescript: false, jsx: false })).imports;
}

/** Names a file of the page's own site, which has no other files. */
function isPath(specifier: string): boolean {
  return /^(?:\.{1,2}\/|\/(?!\/))/.test(specifier);
}

/** Has an address that Vite leaves alone. */
function isExternal(address: string): boolean {
  return address === '' || /^(?:[a-z][a-z\d+.-]*:|\/\/|#)/i.test(address);
}

/** Elements whose addresses Vite follows. Those of missing files it leaves as they are. */
const followed = new Set([
  'audio',
  'embed',
  'image',
  'img',
  'input',
  'link',
  'object',
  'source',
  'track',
  'use',
  'video',
]);

/** Whether an element names a module, which has to exist, or what the file system takes for a folder or refuses. */
function namesMissing(html: string, tag: Tag): boolean {
  const attributes = readAttributes(html, tag);
  if (tag.name === 'script')
    return attributes.get('type') === 'module' && !isExternal(attributes.get('src') ?? '');
  if (!followed.has(tag.name)) return false;
  const sets = [attributes.get('srcset'), attributes.get('imagesrcset')];
  const sources = sets.flatMap((set) => (set ?? '').split(/,\s/)).map((each) => each.trim().split(/\s/)[0]);
  const names = ['src', 'href', 'xlink:href', 'data', 'poster'].map((name) => attributes.get(name));
  return [...names, ...sources].some((address = '') => !isExternal(address) && !isFileName(address));
}

/** In bytes, of one name in a path. */
const longestName = 255;

function isFileName(address: string): boolean {
  const path = address.replace(/[?#][^]*$/, '');
  const names = path.split('/').map((name) => new TextEncoder().encode(name).length);
  return !/^[./]*$/.test(path) && names.every((length) => length <= longestName);
}

/** Vite replaces these in the text of a page. */
const variable = /%(?=(?:MODE|BASE_URL|PROD|DEV|SSR|VITE_\w+)%)/g;

/** Writes percent signs as references where Vite would put in a value of its own; scripts and styles have none. */
function withoutVariables(html: string): string {
  if (html.search(variable) === -1) return html;
  let text = '';
  let at = 0;
  for (const { end, contentEnd } of scanTags(html)) {
    text += html.slice(at, end).replaceAll(variable, '&#37;') + html.slice(end, contentEnd);
    at = contentEnd;
  }
  return text + html.slice(at).replaceAll(variable, '&#37;');
}
