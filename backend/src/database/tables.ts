import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { SessionEntity } from '../adapters/embedded/session.entity.js';
import { UsedTokenEntity } from '../adapters/embedded/used-token.entity.js';
import { ModerationEventEntity } from '../features/activity/moderation-event.entity.js';
import { AssetEntity } from '../features/assets/asset.entity.js';
import { AssetBlockEntity } from '../features/assets/asset-block.entity.js';
import { AssetReferenceEntity } from '../features/assets/asset-reference.entity.js';
import { AssetUploadEntity } from '../features/assets/asset-upload.entity.js';
import { AssetHoldEntity } from '../features/assets/asset-uses.entity.js';
import { OrphanedFileEntity } from '../features/assets/orphaned-file.entity.js';
import { StoredObjectEntity } from '../features/assets/stored-object.entity.js';
import { AuditEntryEntity } from '../features/audit/audit-entry.entity.js';
import { KnownNetworkEntity } from '../features/auth/known-network.entity.js';
import { ForumEventEntity } from '../features/forum/forum-event.entity.js';
import { ReportEntity } from '../features/moderation/report.entity.js';
import { ReportEvidenceEntity } from '../features/moderation/report-evidence.entity.js';
import { TakedownEntity } from '../features/moderation/takedown.entity.js';
import { AccountUsageEntity } from '../features/projects/counters/account-usage.entity.js';
import { ProjectLikeEntity } from '../features/projects/counters/project-counters.entity.js';
import { ProjectTotalEntity } from '../features/projects/counters/project-total.entity.js';
import { ProjectViewEntity } from '../features/projects/counters/project-view.entity.js';
import { IdempotencyKeyEntity } from '../features/projects/idempotency-key.entity.js';
import { ProjectEntity } from '../features/projects/project.entity.js';
import { ProjectPictureEntity } from '../features/projects/project-picture.entity.js';
import { ProjectTagEntity } from '../features/projects/reading/project-index.entity.js';
import { ProjectTagTotalEntity } from '../features/projects/reading/project-tag-total.entity.js';
import { ProjectTextEntity } from '../features/projects/reading/project-text.entity.js';
import { ProjectRevisionEntity } from '../features/projects/revisions/project-revision.entity.js';
import { InstallationEntity } from '../features/users/installation.entity.js';
import { UserEntity } from '../features/users/user.entity.js';

export const entities = [
  UserEntity,
  InstallationEntity,
  KnownNetworkEntity,
  SessionEntity,
  UsedTokenEntity,
  ProjectEntity,
  ProjectLikeEntity,
  ProjectViewEntity,
  ProjectTotalEntity,
  AccountUsageEntity,
  ProjectRevisionEntity,
  ProjectPictureEntity,
  ProjectTextEntity,
  ProjectTagEntity,
  ProjectTagTotalEntity,
  IdempotencyKeyEntity,
  StoredObjectEntity,
  OrphanedFileEntity,
  AssetEntity,
  AssetHoldEntity,
  AssetReferenceEntity,
  AssetUploadEntity,
  AssetBlockEntity,
  ReportEvidenceEntity,
  ReportEntity,
  TakedownEntity,
  AuditEntryEntity,
  ModerationEventEntity,
  ForumEventEntity,
];

/** The tables as kysely types, inferred from the entities. */
export type Tables = InferKyselyDB<(typeof entities)[number]>;
