import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decompress } from 'woff2-encoder';
import { shareImageFonts } from './draw-text.js';

/** Build step: converts the app's fonts to TrueType, which libvips reads. */
for (const { packaged, file } of shareImageFonts) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, await decompress(readFileSync(fileURLToPath(import.meta.resolve(packaged)))));
}
