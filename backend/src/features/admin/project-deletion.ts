import { Injectable } from '@nestjs/common';
import { EventPublisher } from '../../common/domain-events.js';
import { notFound } from '../../common/errors/api-error.js';
import type { Caller } from '../../common/http/caller.js';
import { Database } from '../../database/database.js';
import { ActivityService } from '../activity/activity.service.js';
import { AuditLogService } from '../audit/audit-log.service.js';
import { ModeratedProjectsService } from '../projects/reading/moderated-projects.service.js';

/** Projects that an admin deletes for good. */
@Injectable()
export class ProjectDeletion {
  constructor(
    private readonly database: Database,
    private readonly projects: ModeratedProjectsService,
    private readonly audit: AuditLogService,
    private readonly activity: ActivityService,
    private readonly events: EventPublisher,
  ) {}

  /** Anybody's, from the trash as well. @throws ApiError 404 where it is gone already. */
  async remove(caller: Caller, id: string, reason: string): Promise<void> {
    await this.database.transaction(async () => {
      const purged = await this.projects.purge(id);
      if (!purged) throw notFound();
      const subject = { kind: 'project', id, name: purged.title } as const;
      await this.audit.record({ actor: caller.userId, action: 'project.deleted', subject, reason });
      this.database.afterCommit(() => this.events.publish('project.purged', { project: purged.project }));
      await this.activity.recordAndPublish({ type: 'project-deleted', actor: caller.userId, subject });
    });
  }
}
