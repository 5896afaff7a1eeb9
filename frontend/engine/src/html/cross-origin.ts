import { packageNetworks } from '../libraries/package-networks.js';
import { readAttributes, scanTags } from './scan-tags.js';

/*
 * Users' files come from another origin than the page (ADR 43). Fetched without CORS, the errors of a script have no
 * text, a canvas with a picture cannot be read, and a sound is silent in an audio graph. So the page of a preview or an
 * embed asks for them with CORS, which their server allows, and for the scripts of networks that are known to allow it.
 */

/** The attribute with the space before it. */
export const crossOrigin = ' crossorigin';

const ownFile = /^\/assets\/[0-9a-z]{16}\//;
const networks = Object.keys(packageNetworks);

/** Whether an address is that of a script on a network that allows every page to read it. */
export function isOnOpenNetwork(src: string): boolean {
  const address = src.trim();
  return /^(?:https?:)?\/\//i.test(address) && URL.canParse(address, 'https://page.invalid')
    ? networks.includes(new URL(address, 'https://page.invalid').hostname)
    : false;
}

/** Where `crossOrigin` has to be inserted into a page, as sorted offsets. Tags that have the attribute are left out. */
export function crossOriginPlaces(html: string): number[] {
  if (!['/assets/', ...networks].some((each) => html.includes(each))) return [];
  const places: number[] = [];
  /** The player whose sources follow; `isOwn`: all of them so far are users' files. */
  let player: { place: number; isOwn: boolean } | null = null;
  for (const tag of scanTags(html)) {
    const { kind, name, start } = tag;
    const isPlayer = name === 'audio' || name === 'video';
    if (isPlayer && player?.isOwn) places.push(player.place);
    if (isPlayer) player = null;
    if (kind !== 'start' || !loading.has(name)) continue;
    const attributes = readAttributes(html, tag);
    const address = attributes.get(name === 'link' ? 'href' : 'src');
    const isOwn = ownFile.test(address ?? '');
    if (name === 'source' && player && address !== undefined) {
      if (isOwn) player.isOwn = true;
      else player = null;
    }
    if (name === 'source' || attributes.has('crossorigin') || attributes.has('srcset')) continue;
    const place = start + 1 + name.length;
    if (isOwn || (name === 'script' && isOnOpenNetwork(address ?? ''))) places.push(place);
    else if (isPlayer && address === undefined) player = { place, isOwn: false };
  }
  return places.toSorted((one, other) => one - other);
}

const loading = new Set(['script', 'link', 'img', 'audio', 'video', 'source']);
