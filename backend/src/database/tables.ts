import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { SessionEntity, UsedTokenEntity } from '../adapters/embedded/session.entity.js';
import { ModerationEventEntity } from '../features/activity/moderation-event.entity.js';
import {
  AssetBlockEntity,
  AssetEntity,
  AssetHoldEntity,
  AssetReferenceEntity,
  AssetUploadEntity,
  OrphanedFileEntity,
  StoredObjectEntity,
} from '../features/assets/asset.entity.js';
import { AuditEntryEntity } from '../features/audit/audit-entry.entity.js';
import {
  ForumLinkEntity,
  ForumPostEntity,
  ForumTopicEntity,
} from '../features/forum/discussions/forum-topic.entity.js';
import { ForumEventEntity } from '../features/forum/forum-event.entity.js';
import { ReportEntity, ReportEvidenceEntity, TakedownEntity } from '../features/moderation/report.entity.js';
import { PackageObjectEntity, StoredPackageEntity } from '../features/packages/stored-package.entity.js';
import {
  AccountUsageEntity,
  DeletedForkEntity,
  IdempotencyKeyEntity,
  ProjectEntity,
  ProjectLikeEntity,
  ProjectLinkEntity,
  ProjectPictureEntity,
  ProjectRevisionEntity,
  ProjectTagEntity,
  ProjectTagTotalEntity,
  ProjectTextEntity,
  ProjectTotalEntity,
  ProjectViewEntity,
} from '../features/projects/project.entity.js';
import { InstallationEntity, KnownNetworkEntity, UserEntity } from '../features/users/user.entity.js';

/** In an order in which rows refer only to tables above: `restore` fills the tables in it. */
export const entities = [
  UserEntity,
  InstallationEntity,
  KnownNetworkEntity,
  SessionEntity,
  UsedTokenEntity,
  ProjectEntity,
  DeletedForkEntity,
  ProjectLikeEntity,
  ProjectLinkEntity,
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
  StoredPackageEntity,
  PackageObjectEntity,
  ReportEvidenceEntity,
  ReportEntity,
  TakedownEntity,
  AuditEntryEntity,
  ModerationEventEntity,
  ForumEventEntity,
  ForumTopicEntity,
  ForumPostEntity,
  ForumLinkEntity,
];

/** The tables as kysely types, inferred from the entities. */
export type Tables = InferKyselyDB<(typeof entities)[number]>;
