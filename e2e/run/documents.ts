import { readFileSync, writeFileSync } from 'node:fs';
import { licencesDocument } from './licences.ts';
import { securityDocument } from './security.ts';
import { shelfDocument } from './shelf-document.ts';

/** Writes the generated documents in `docs`. Specs check that they are up to date. */
const at = (name: string) => new URL(`../../docs/${name}`, import.meta.url);
writeFileSync(at('packages.md'), shelfDocument());
writeFileSync(at('licences.md'), licencesDocument());
writeFileSync(at('security.md'), securityDocument(readFileSync(at('security.md'), 'utf8')));
