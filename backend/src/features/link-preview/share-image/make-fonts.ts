import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decompress } from 'woff2-encoder';
import { cardFonts } from './draw-text.js';

/** Build step: the page's fonts in the form that libvips reads. */
for (const { packaged, file } of cardFonts) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, await decompress(readFileSync(fileURLToPath(import.meta.resolve(packaged)))));
}
