import { Migration } from '@mikro-orm/migrations';
import { assetsNamedIn } from '../named-assets.js';

/** How many projects are locked at a time. */
const batchSize = 200;

/**
 * Adds the references of existing projects, in batches. Each batch is a transaction, so that a save waits for one at
 * most. The triggers exist already, and handle projects that are saved meanwhile.
 */
export class Migration20261122KnownReferences extends Migration {
  override name = '20261122-known-references';

  override isTransactional(): boolean {
    return false;
  }

  override async up(): Promise<void> {
    // An id is letters and digits, so it needs no parameter; with one, `?` in the expression would be a placeholder.
    for (let last: string | null = ''; last !== null; ) {
      const [row] = await this.execute(
        `with batch as (
          select id, html, css, js from projects where id > '${last}' order by id limit ${batchSize} for share
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
