import { Migration20261121 } from './migration-20261121.js';
import { Migration20261121Assets } from './migration-20261121-assets.js';

/** Every change of the schema, oldest first. */
export const migrations = [Migration20261121, Migration20261121Assets];
