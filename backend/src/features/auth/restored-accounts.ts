import { Injectable } from '@nestjs/common';
import { durations } from '@studio/contract/durations';
import { EventPublisher, type ProjectAudience } from '../../common/domain-events.js';
import { entityClock } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { AuditLogService } from '../audit/audit-log.service.js';
import { ProjectHidingService } from '../projects/project-hiding.service.js';
import { type Account, UserEntity } from '../users/user.entity.js';

/** Accounts that the forum has reported as deleted, and has signed in since (ADR 22). */
@Injectable()
export class RestoredAccounts {
  constructor(
    private readonly database: Database,
    private readonly projects: ProjectHidingService,
    private readonly audit: AuditLogService,
    private readonly events: EventPublisher,
  ) {}

  /**
   * Undoes the deletion of an account and shows its projects again, as long as they exist. The admin right stays lost.
   * @param signedIn when the forum signed the person in, at the earliest.
   * @returns false where that was before the deletion, or 30 days are over.
   */
  async restore({ id, username }: Account, signedIn: Date): Promise<boolean> {
    const shown = await this.database.transaction(() => this.#restore(id, username, signedIn));
    if (shown?.length) this.events.publish('projects.unhidden', { projects: shown });
    return shown !== null;
  }

  async #restore(id: string, name: string, signedIn: Date): Promise<ProjectAudience[] | null> {
    // In one statement with its conditions, so that `DestroyedAccounts` deletes nothing of a restored account.
    const restored = await this.database.em.nativeUpdate(
      UserEntity,
      { id, forumDestroyedAt: { $lt: signedIn, $gt: entityClock.ago(durations.trash) } },
      { forumDestroyedAt: null },
    );
    if (restored === 0) return null;
    const subject = { kind: 'user', id, name } as const;
    const reason = 'The forum had deleted this person, and has signed them in since.';
    await this.audit.record({ actor: null, action: 'forum.user-restored', subject, reason });
    return this.projects.unhide({ userId: id }, 'forum');
  }
}
