import { Migration20261121 } from './migration-20261121.js';

/** Every change of the schema, oldest first. */
export const migrations = [Migration20261121];
