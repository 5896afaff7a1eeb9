import { Migration } from '@mikro-orm/migrations';
import { assetsNamedIn } from '../named-assets.js';

/** How many projects are locked at a time. */
const projectsAtOnce = 200;

/**
 * The references of the projects that are there already, in batches of which each is a transaction of its own: nobody
 * who saves waits for more than one. By now triggers keep those of all that is saved meanwhile.
 */
export class Migration20261122KnownReferences extends Migration {
  override name = '20261122-known-references';

  override isTransactional(): boolean {
    return false;
  }

  override async up(): Promise<void> {
    // An id is letters and digits; a parameter would take the question marks of the expression for its own.
    for (let last: string | null = ''; last !== null; ) {
      const [row] = await this.execute(
        `with batch as (
          select id, html, css, js from projects where id > '${last}' order by id limit ${projectsAtOnce} for share
        ), known as (
          insert into project_asset_references
            select batch.id, named.id from batch, lateral (${assetsNamedIn('html, css, js')}) as named on conflict do nothing
        )
        select max(id) as last from batch`,
      );
      last = (row as { last: string | null }).last;
    }
  }
}
