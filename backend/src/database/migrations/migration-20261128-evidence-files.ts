import { Migration } from '@mikro-orm/migrations';
import { assetsNamedIn } from '../named-assets.js';

/** How many reported versions are locked at a time. */
const batchSize = 20;

/** Which files reported code names, beside the code, so that a takedown need not read it; in batches, as the code may be long. */
export class Migration20261128EvidenceFiles extends Migration {
  override name = '20261128-evidence-files';

  override isTransactional(): boolean {
    return false;
  }

  override async up(): Promise<void> {
    await this.execute(
      `alter table "report_evidence" add column if not exists "asset_ids" text[] not null default '{}'`,
    );
    // An id is letters and digits; a parameter would take the question marks of the expression for its own.
    for (let last: string | null = ''; last !== null; ) {
      const [row] = await this.execute(
        `with batch as (
          select id from report_evidence where id > '${last}' order by id limit ${batchSize} for no key update
        ), known as (
          update report_evidence e set asset_ids = array(${assetsNamedIn('e.html, e.css, e.js')})
            from batch where e.id = batch.id
        )
        select max(id) as last from batch`,
      );
      last = (row as { last: string | null }).last;
    }
  }
}
