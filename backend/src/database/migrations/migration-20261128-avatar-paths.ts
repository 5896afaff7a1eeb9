import { Migration } from '@mikro-orm/migrations';

/** The studio's own avatars are stored without their origin, as ASSETS_URL may change. */
export class Migration20261128AvatarPaths extends Migration {
  override name = '20261128-avatar-paths';

  override up(): void {
    // Without question marks, which stand for parameters.
    this.addSql(
      `update users set avatar = substring(avatar from '/avatars/.*$')
        where avatar ~ '^(http|https)://[^/]+/avatars/(avataaars|big-smile|bottts|identicon|initials|pixel-art)/[[:alnum:]_%.~-]+[.]svg$'`,
    );
  }
}
