import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cardFonts } from './card-fonts.js';
import { woff2ToTtf } from './woff2-to-ttf.js';

/** Build step: the page's fonts in the form that libvips reads. */
for (const { packaged, file } of cardFonts) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, woff2ToTtf(readFileSync(fileURLToPath(import.meta.resolve(packaged)))));
}
