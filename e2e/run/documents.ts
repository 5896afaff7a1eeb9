import { writeFileSync } from 'node:fs';
import { licencesDocument } from './licences.ts';

/** Writes what is generated under `docs`; specs check that it is up to date. */
writeFileSync(new URL('../../docs/licences.md', import.meta.url), licencesDocument());
