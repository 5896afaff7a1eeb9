import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { SessionEntity, UsedTokenEntity } from '../adapters/embedded/session.entity.js';
import { ModerationEventEntity } from '../features/activity/moderation-event.entity.js';
import {
  AssetEntity,
  AssetUploadEntity,
  OrphanedFileEntity,
  StoredObjectEntity,
} from '../features/assets/asset.entity.js';
import {
  AssetBlockEntity,
  AssetHoldEntity,
  AssetReferenceEntity,
} from '../features/assets/asset-uses.entity.js';
import { AuditEntryEntity } from '../features/audit/audit-entry.entity.js';
import { ForumEventEntity } from '../features/forum/forum-event.entity.js';
import { ReportEntity, ReportEvidenceEntity, TakedownEntity } from '../features/moderation/report.entity.js';
import {
  AccountUsageEntity,
  ProjectLikeEntity,
  ProjectTotalEntity,
  ProjectViewEntity,
} from '../features/projects/counters/project-counters.entity.js';
import {
  IdempotencyKeyEntity,
  ProjectEntity,
  ProjectPictureEntity,
} from '../features/projects/project.entity.js';
import {
  ProjectTagEntity,
  ProjectTagTotalEntity,
  ProjectTextEntity,
} from '../features/projects/reading/project-index.entity.js';
import { ProjectRevisionEntity } from '../features/projects/revisions/project-revision.entity.js';
import { InstallationEntity, KnownNetworkEntity, UserEntity } from '../features/users/user.entity.js';

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
