import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type INestApplicationContext } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { budgets } from '@studio/contract/budgets';
import { builtInVersions } from '@studio/engine/libraries/library-manifest';
import { Logger } from 'nestjs-pino';
import { clientAddress, type IsTrustedProxy, networkOf } from './common/http/caller.js';
import { Draining, drain } from './common/http/draining.js';
import { listenOnHosts } from './common/http/listen.js';
import { type ResponseCaches, respondFromCache } from './common/http/respond-from-cache.js';
import { setSecurityHeaders, transportSecurity } from './common/http/security-headers.js';
import { type MakeTag } from './common/http/text-responses.js';
import { warnOfUntrustedProxy } from './common/http/untrusted-proxy.js';
import type { Config } from './config/config.js';
import { configWarnings } from './config/read-config.js';
import { createApp, isTrustedProxy } from './create-app.js';
import { Database } from './database/database.js';
import { warnOfUnknownLetters } from './database/letter-case.js';
import type { OpenDatabase } from './database/open-database.js';
import { StoragePairingService } from './features/assets/reconciliation/storage-pairing.service.js';
import { ServedAssetsService } from './features/assets/served-assets.service.js';
import { UploadsService } from './features/assets/uploads/uploads.service.js';
import { BudgetsService } from './features/budgets/budgets.service.js';
import {
  chargeFile,
  enforceNetworkBudgets,
  type NetworkBudgetOptions,
} from './features/budgets/network-budgets.js';
import { findCachedEmbed } from './features/embed/cached-embeds.js';
import { HousekeepingService } from './features/housekeeping/housekeeping.service.js';
import { MetricsService, measureRequest } from './features/metrics/metrics.service.js';
import { PackagesService } from './features/packages/packages.service.js';
import { ProjectViewsService } from './features/projects/counters/project-views.service.js';
import { LinkedProjectsService } from './features/projects/links/linked-projects.service.js';
import { CachedReadsService } from './features/projects/reading/cached-reads.service.js';
import { CachedResponsesService } from './features/projects/reading/cached-responses.service.js';
import { ProjectCardsService } from './features/projects/reading/project-cards.service.js';
import { RenderedProjectsService } from './features/projects/reading/rendered-projects.service.js';
import type { FirstAdmin } from './features/users/first-start.service.js';
import { prepareDatabase } from './prepare-database.js';
import { createRenderer, type Renderer } from './sandbox/rendering/renderer.js';
import { createSandboxListener } from './sandbox/sandbox-listener.js';
import { readRuntimeFiles } from './sandbox/sandbox-pages.js';

/** A studio that listens. */
export interface Studio {
  app: NestExpressApplication;
  /** Waits for calls in progress, disconnects the sockets, then closes listeners and database. */
  close(): Promise<void>;
}

/**
 * Brings the database up to date and listens on every configured address. Takes over the database, and closes it.
 * @param onFirstAdmin receives the account that the first start makes, also where that start then fails.
 * @throws the error of the database or a listener, after closing everything again.
 */
export async function startStudio(
  config: Config,
  { location, close: closeDatabase }: OpenDatabase,
  onFirstAdmin: (admin: FirstAdmin) => void,
): Promise<Studio> {
  try {
    const { app, sockets } = await createApp(config, location);
    for (const warning of configWarnings(config)) app.get(Logger).warn(warning);
    await prepareDatabase(app, location, { pairs: true, onFirstAdmin })
      .then(() => app.get(StoragePairingService).refuseWrongSettings())
      .then(() => warnOfUnknownLetters(app.get(Database)))
      .catch(async (error: unknown) => {
        await app.close();
        throw error;
      });
    const server: Server = app.getHttpServer();
    const renderer = startRenderer(app, config);
    const isTrusted = isTrustedProxy(app);
    const respond = sandboxListener(app, config, renderer, isTrusted);
    const sandbox = createServer((request, response) => {
      measureRequest(app.get(MetricsService), 'sandbox', request, response);
      respond(request, response);
    });
    installListeners(app, config, { server, sandbox, isTrusted });
    const listeners = [
      server,
      sandbox,
      ...(await listenOnHosts(server, config.port, config, isTrusted)),
      ...(await listenOnHosts(sandbox, config.sandboxPort, config, isTrusted)),
    ];
    watchQueues(app, renderer);
    app.get(HousekeepingService).start();
    const close = async () => {
      await drain({ draining: app.get(Draining), sockets, listeners, behindProxy: config.production });
      await app.close();
      renderer.close();
      await closeDatabase();
    };
    return { app, close };
  } catch (error) {
    await closeDatabase();
    throw error;
  }
}

function startRenderer(app: NestExpressApplication, config: Config): Renderer {
  return createRenderer({
    libraries: config.librarySource,
    moduleCdn: config.moduleCdn,
    hasPackages: config.modules !== 'off',
    resolveImports: (frameworkConfig, specifiers, ownerId) => {
      const packages = frameworkConfig.packages ?? {};
      const builtIn = builtInVersions(frameworkConfig, specifiers);
      const only = { newest: false, types: false, dependencies: false };
      return app.get(PackagesService).resolve({ specifiers, packages, carried: builtIn, ...only }, ownerId);
    },
    ownerMs: budgets.compiling.points * 1_000 * config.rateLimitScale,
  });
}

/** Adds what both servers do before and beside the application: the cache, budgets, headers and draining. */
function installListeners(
  app: NestExpressApplication,
  config: Config,
  { server, sandbox, isTrusted }: { server: Server; sandbox: Server; isTrusted: IsTrustedProxy },
): void {
  respondFromCache(server, responseCaches(app, config, isTrusted));
  enforceNetworkBudgets(server, networkBudgets(app, 'app', isTrusted));
  enforceNetworkBudgets(sandbox, networkBudgets(app, 'sandbox', isTrusted));
  const appTransport = transportSecurity(config.publicUrl);
  const sandboxTransport = transportSecurity(config.sandboxUrl);
  // First of all listeners, so that every response has the headers of a call by default, even those of Socket.IO.
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    setSecurityHeaders('api', response);
    response.setHeaders(appTransport);
  });
  sandbox.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.setHeaders(sandboxTransport);
  });
  const draining = app.get(Draining);
  const warnOfProxy = warnOfUntrustedProxy(isTrusted);
  for (const one of [server, sandbox]) {
    draining.closeConnectionsOf(one);
    one.prependListener('request', warnOfProxy);
  }
}

function responseCaches(
  app: NestExpressApplication,
  config: Config,
  isTrusted: IsTrustedProxy,
): ResponseCaches {
  const metrics = app.get(MetricsService);
  const reads = app.get(CachedReadsService);
  const calls = app.get(CachedResponsesService);
  return {
    finders: [
      (...request) => calls.find(...request),
      findCachedEmbed(config, readRuntimeFiles(), (...read) => reads.cached(...read)),
    ],
    isTrusted,
    makeTag: app.getHttpAdapter().getInstance().get('etag fn') as MakeTag,
    onFound: (request, response, began) => measureRequest(metrics, 'app', request, response, began),
  };
}

function networkBudgets(
  app: NestExpressApplication,
  listener: NetworkBudgetOptions['listener'],
  isTrusted: IsTrustedProxy,
): NetworkBudgetOptions {
  const metrics = app.get(MetricsService);
  return {
    listener,
    budgets: app.get(BudgetsService),
    isTrusted,
    onRefusal: (request, response) => measureRequest(metrics, listener, request, response),
  };
}

/** The second listener, for user code and user files. */
function sandboxListener(
  app: NestExpressApplication,
  config: Config,
  renderer: Renderer,
  isTrusted: IsTrustedProxy,
) {
  const { sandboxUrl, assetsUrl, publicUrl, publicUrlFixed, port } = config;
  const packages = app.get(PackagesService);
  return createSandboxListener({
    addresses: { sandboxUrl, assetsUrl, publicUrl: publicUrlFixed ? publicUrl : null, appPort: port },
    runtime: readRuntimeFiles(),
    renderer,
    findEmbeddable: (key) => app.get(RenderedProjectsService).findEmbeddable(key),
    findFramed: (...frame) => app.get(LinkedProjectsService).findFramed(...frame),
    findCard: (id, version, signature) => app.get(ProjectCardsService).find(id, version, signature),
    readSource: (project) => app.get(RenderedProjectsService).readSource(project),
    packages: {
      read: (...asked) => packages.read(...asked),
      markUsed: (file) => packages.markUsed(file),
      requesterOf: (request) => networkOf(clientAddress(request, isTrusted)),
      charge: (...made) => chargeFile(app.get(BudgetsService), ...made),
    },
    findAsset: (id) => app.get(ServedAssetsService).find(id),
    readAsset: (asset, range) => app.get(ServedAssetsService).read(asset, range),
  });
}

/** Makes the metrics report the length of each queue of this process. */
function watchQueues(app: INestApplicationContext, renderer: Renderer): void {
  const metrics = app.get(MetricsService);
  const uploads = app.get(UploadsService);
  const views = app.get(ProjectViewsService);
  const housekeeping = app.get(HousekeepingService);
  metrics.watchQueue('rendering', () => renderer.waiting());
  metrics.watchQueue('uploads', () => uploads.underWay);
  metrics.watchQueue('housekeeping', () => housekeeping.pending);
  metrics.watchQueue('counter_writes', () => views.pending);
}
