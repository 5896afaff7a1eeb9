import { Migration20261121 } from './migration-20261121.js';
import { Migration20261121Assets } from './migration-20261121-assets.js';
import { Migration20261121Forum } from './migration-20261121-forum.js';
import { Migration20261121ForumEvents } from './migration-20261121-forum-events.js';
import { Migration20261121KnownNetworks } from './migration-20261121-known-networks.js';
import { Migration20261121Moderation } from './migration-20261121-moderation.js';
import { Migration20261121Reports } from './migration-20261121-reports.js';
import { Migration20261121Revisions } from './migration-20261121-revisions.js';
import { Migration20261121Search } from './migration-20261121-search.js';
import { Migration20261121Tags } from './migration-20261121-tags.js';
import { Migration20261121Totals } from './migration-20261121-totals.js';
import { Migration20261122AccountUsage } from './migration-20261122-account-usage.js';
import { Migration20261122AssetReferences } from './migration-20261122-asset-references.js';
import { Migration20261122ForumBodies } from './migration-20261122-forum-bodies.js';
import { Migration20261122KeyedHashes } from './migration-20261122-keyed-hashes.js';
import { Migration20261122KnownReferences } from './migration-20261122-known-references.js';
import { Migration20261122OrphanedFiles } from './migration-20261122-orphaned-files.js';
import { Migration20261122StoragePairing } from './migration-20261122-storage-pairing.js';
import { Migration20261123DeletedFiles } from './migration-20261123-deleted-files.js';
import { Migration20261123Discussions } from './migration-20261123-discussions.js';
import { Migration20261123Forks } from './migration-20261123-forks.js';
import { Migration20261123ProjectLinks } from './migration-20261123-project-links.js';
import { Migration20261123ProjectPictures } from './migration-20261123-project-pictures.js';
import { Migration20261123PublishedVersions } from './migration-20261123-published-versions.js';
import { Migration20261123RevisionChanges } from './migration-20261123-revision-changes.js';
import { Migration20261123SearchedTags } from './migration-20261123-searched-tags.js';
import { Migration20261123StoredPackages } from './migration-20261123-stored-packages.js';
import { Migration20261124ForumGroups } from './migration-20261124-forum-groups.js';
import { Migration20261128AvatarPaths } from './migration-20261128-avatar-paths.js';
import { Migration20261128EvidenceFiles } from './migration-20261128-evidence-files.js';
import { Migration20261129DeletedForks } from './migration-20261129-deleted-forks.js';
import { Migration20261129DiscussionLinks } from './migration-20261129-discussion-links.js';
import { Migration20261129ForumUpdates } from './migration-20261129-forum-updates.js';
import { Migration20261129NamedFiles } from './migration-20261129-named-files.js';
import { Migration20261129ReportedPictures } from './migration-20261129-reported-pictures.js';
import { Migration20261129ReportedVersions } from './migration-20261129-reported-versions.js';
import { Migration20261130ManyProjects } from './migration-20261130-many-projects.js';
import { Migration20261130ManyReferences } from './migration-20261130-many-references.js';
import { Migration20261130ReportedDetails } from './migration-20261130-reported-details.js';

/** All migrations, oldest first. */
export const migrations = [
  Migration20261121,
  Migration20261121Assets,
  Migration20261121Revisions,
  Migration20261121Forum,
  Migration20261121Totals,
  Migration20261121Moderation,
  Migration20261121Reports,
  Migration20261121ForumEvents,
  Migration20261121Search,
  Migration20261121KnownNetworks,
  Migration20261121Tags,
  Migration20261122StoragePairing,
  Migration20261122KeyedHashes,
  Migration20261122ForumBodies,
  Migration20261122OrphanedFiles,
  Migration20261122AccountUsage,
  Migration20261122AssetReferences,
  Migration20261122KnownReferences,
  Migration20261123DeletedFiles,
  Migration20261123RevisionChanges,
  Migration20261123SearchedTags,
  Migration20261123ProjectPictures,
  Migration20261123StoredPackages,
  Migration20261123PublishedVersions,
  Migration20261123Forks,
  Migration20261123Discussions,
  Migration20261123ProjectLinks,
  Migration20261124ForumGroups,
  Migration20261128EvidenceFiles,
  Migration20261128AvatarPaths,
  Migration20261129ReportedVersions,
  Migration20261129DiscussionLinks,
  Migration20261129ForumUpdates,
  Migration20261129ReportedPictures,
  Migration20261129DeletedForks,
  Migration20261129NamedFiles,
  Migration20261130ManyReferences,
  Migration20261130ManyProjects,
  Migration20261130ReportedDetails,
];
