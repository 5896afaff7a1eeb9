import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { durations } from '@studio/contract/durations';
import { limits } from '@studio/contract/limits';
import { maxConcurrentUploads } from '../../src/adapters/production/minio-asset-storage.js';
import { maxBodyBytesTotal } from '../../src/common/http/body-memory.js';
import { maxConnectionsPerClient, maxPipelinedRequests } from '../../src/common/http/listen.js';
import { bodyJson } from '../../src/common/http/request-body.js';
import {
  graceSeconds,
  maxBodySeconds,
  maxBufferedPerClient,
  maxBufferedTotal,
  minBytesPerSecond,
} from '../../src/common/slow-clients/request-progress.js';
import { bytesWithDeleted, filesWithDeleted } from '../../src/features/assets/uploads/upload-reservations.js';
import {
  networkShareWhileBusy,
  uploadsPerReplica,
  uploadsWhileBusy,
} from '../../src/features/assets/uploads/uploads.service.js';
import { maxDemoSessions, maxSessions } from '../../src/features/auth/auth.service.js';
import {
  failuresPerAccountAndNetwork,
  failuresPerAccountTotal,
  failuresPerNetwork,
  registrationsPerNetwork,
  resetsPerAccountAndNetwork,
  resetsPerAccountTotal,
  resetsPerNetwork,
} from '../../src/features/auth/login-limits.js';
import { listsPerNetwork, maxConcurrentLists } from '../../src/features/budgets/fair-lists.interceptor.js';
import { reportsPerUser } from '../../src/features/moderation/project-reports.js';
import { watchesPerSocket } from '../../src/features/realtime/realtime.gateway.js';
import { maxPayloadBytes } from '../../src/features/realtime/socket-adapter.js';
import {
  connectionsPerNetwork,
  maxFloods,
  packetJson,
  packetsPerSecond,
  socketsPerUser,
  unreadPerConnection,
} from '../../src/features/realtime/socket-limits.js';
import type { RateLimit } from '../../src/ports/rate-limiter.js';

const text = readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8');
const table = /\| What is limited \| To \|\n\| --- \| --- \|\n((?:\|.*\|\n)*)/.exec(text)?.[1] ?? '';

const count = (number: number) => number.toLocaleString('en');
const mebibytes = (bytes: number) => `${count(bytes / 1_048_576)} MiB`;
const days = (ms: number) => `${ms / 86_400_000} days`;
const rate = ({ points, windowMs }: RateLimit) => `${points} in ${windowMs / 60_000} min`;

it('docs/security.md has the limits that the code has', () => {
  const rows = Object.entries({
    'Wrong passwords for one account from one network': rate(failuresPerAccountAndNetwork),
    'Wrong passwords from one network': rate(failuresPerNetwork),
    'Wrong passwords for one account from all networks that it has never signed in from':
      rate(failuresPerAccountTotal),
    'New accounts from one network': rate(registrationsPerNetwork),
    'Links for a new password, for one account from one network': rate(resetsPerAccountAndNetwork),
    'Links for a new password, for one account from all networks': rate(resetsPerAccountTotal),
    'Links for a new password, from one network': rate(resetsPerNetwork),
    'Reports by one person': rate(reportsPerUser),
    'What an account publishes on its first day': `${limits.newcomerPublishedPerDay} projects`,
    'A password': `${limits.passwordMin} to ${limits.passwordMax} characters`,
    'A session that is not used': days(durations.session),
    'Sessions of one account': count(maxSessions),
    'Sessions of the demo account': count(maxDemoSessions),
    'Each of HTML, CSS and script': mebibytes(limits.sourceBytes),
    'A file': mebibytes(limits.assetBytes),
    'All files of one person': mebibytes(limits.storageBytes),
    'Projects of one person, with those in the trash': count(limits.projectsPerAccount),
    'Files of one person': count(limits.filesPerAccount),
    'Files of one person, with those deleted within a day': `${count(filesWithDeleted)}, and ${mebibytes(bytesWithDeleted)}`,
    'Revisions of one person': mebibytes(limits.historyBytes),
    'Uploads of one person at once': count(limits.uploadsPerAccount),
    'Uploads at once in one replica': count(uploadsPerReplica),
    'The same of one person, while half of what the storage takes is under way': count(uploadsWhileBusy),
    'The same of one network, then': `${networkShareWhileBusy * 100} % of what the storage takes`,
    'What was reported, after the last decision, unless its project is taken down and still exists': days(
      durations.evidence,
    ),
    'Revisions kept of a project': count(limits.revisionsKept),
    'Older revisions of a project that are kept because they have a name': count(limits.namedRevisions),
    'Values in a JSON body': count(bodyJson.separators),
    'Levels in a JSON body': count(bodyJson.depth),
    'Time for a body that is no file': `${maxBodySeconds} s`,
    'Pace of a file, or of an answer that is taken': `${count(minBytesPerSecond)} bytes a second`,
    'Silence on a connection that something is awaited from': `${graceSeconds} s`,
    'Connections of one network': count(maxConnectionsPerClient),
    'Requests of one connection that wait for an answer before theirs': count(maxPipelinedRequests),
    'Bodies and unread answers of one network in memory': mebibytes(maxBufferedPerClient),
    'The same of all together': mebibytes(maxBufferedTotal),
    'Bodies of all requests in memory, until they are answered; beyond it, the network that holds most loses its largest':
      mebibytes(maxBodyBytesTotal),
    'Lists of one network that are read at once, in one replica': count(listsPerNetwork),
    'Lists that are read at once, in one replica': count(maxConcurrentLists),
    'Uploads to S3 at once, each with 5 MiB in memory': count(maxConcurrentUploads),
    'Sockets of one network': count(connectionsPerNetwork),
    'Sockets of one account': count(socketsPerUser),
    'Projects that one socket watches': count(watchesPerSocket),
    'Packets of one socket': `${packetsPerSecond} a second`,
    'Sockets of one network that were cut off for too much, before none is opened for a minute':
      count(maxFloods),
    'A packet of a socket': `${count(maxPayloadBytes)} bytes`,
    'Values in a packet of a socket': count(packetJson.separators),
    'Levels in a packet of a socket': count(packetJson.depth),
    'What waits for a socket that does not read': `${count(unreadPerConnection)} characters, and as much again on its way`,
  });
  expect(table).toBe(rows.map(([what, to]) => `| ${what} | ${to} |\n`).join(''));
});
