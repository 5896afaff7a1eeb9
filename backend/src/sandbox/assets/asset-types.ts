import { type AssetCategory, type assetExtensions, extensionOf } from '@studio/contract/http/assets';

type AssetExtension = (typeof assetExtensions)[AssetCategory][number];

/** What browsers take each of SPEC 3's file types for. TypeScript runs nowhere as it is, so it says that it is that. */
const types: Record<AssetExtension, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  svg: 'image/svg+xml; charset=utf-8',
  webp: 'image/webp',
  ico: 'image/x-icon',
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  ts: 'text/typescript; charset=utf-8',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  md: 'text/markdown; charset=utf-8',
  pdf: 'application/pdf',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
};

/** The media type of a file, by its name alone: its content was compared with that when it came. */
export function typeOf(name: string): string {
  return types[extensionOf(name) as AssetExtension] ?? 'application/octet-stream';
}
