import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type INestApplicationContext, StandardSchemaSerializerInterceptor } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { budgets } from '@studio/contract/budgets';
import { carriedVersions } from '@studio/engine/libraries/library-manifest';
import { Logger } from 'nestjs-pino';
import { AppModule } from './app.module.js';
import { ApiErrorFilter } from './common/errors/api-error.filter.js';
import { type ResponseCaches, respondFromCache } from './common/http/cached-responses.js';
import { clientAddress, type IsTrustedProxy, networkOf } from './common/http/caller.js';
import { compressResponses } from './common/http/compress-responses.js';
import { Draining, drain } from './common/http/draining.js';
import { listenOnHosts } from './common/http/listen.js';
import { assignRequestId, revalidationCacheControl } from './common/http/request-middleware.js';
import { appPageHeaders, setSecurityHeaders, transportSecurity } from './common/http/security-headers.js';
import { type MakeTag, TextAdapter } from './common/http/text-responses.js';
import { warnOfUntrustedProxy } from './common/http/untrusted-proxy.js';
import { ValidationPipe } from './common/http/validation.pipe.js';
import type { Config } from './config/config.js';
import { configWarnings } from './config/read-config.js';
import type { DatabaseLocation } from './database/database-options.js';
import type { OpenDatabase } from './database/open-database.js';
import { docsRouter } from './features/api-docs/api-docs.js';
import { StoragePairingService } from './features/assets/reconciliation/storage-pairing.service.js';
import { ServedAssetsService } from './features/assets/served-assets.service.js';
import { UploadsService } from './features/assets/uploads/uploads.service.js';
import { AuthService } from './features/auth/auth.service.js';
import { BudgetsService } from './features/budgets/budgets.service.js';
import {
  chargeFile,
  chargeSources,
  enforceNetworkBudgets,
  type NetworkBudgetOptions,
  type Sources,
} from './features/budgets/network-budgets.js';
import { findCachedEmbed } from './features/embed/cached-embeds.js';
import { embedRouter } from './features/embed/embed-router.js';
import { linkEmbedRouter } from './features/embed/link-embed-router.js';
import { HousekeepingService } from './features/housekeeping/housekeeping.service.js';
import { LinkPreviewService } from './features/link-preview/link-preview.service.js';
import { headTags } from './features/link-preview/page-metadata.js';
import { shareImageRouter } from './features/link-preview/share-image-router.js';
import { MetricsService, measureRequest } from './features/metrics/metrics.service.js';
import { TakedownsService } from './features/moderation/takedowns.service.js';
import { PackagesService } from './features/packages/packages.service.js';
import { ProjectViewsService } from './features/projects/counters/project-views.service.js';
import { LinkedProjectsService } from './features/projects/links/linked-projects.service.js';
import { CachedReadsService } from './features/projects/reading/cached-reads.service.js';
import { CachedResponsesService } from './features/projects/reading/cached-responses.service.js';
import { ProjectCardsService } from './features/projects/reading/project-cards.service.js';
import { RenderedProjectsService } from './features/projects/reading/rendered-projects.service.js';
import { SocketAdapter } from './features/realtime/socket-adapter.js';
import { liveBlockPage, pageRouter } from './features/studio/app-page.js';
import { securityTxtRouter } from './features/studio/security-txt.js';
import type { FirstAdmin } from './features/users/first-start.service.js';
import { SocketFanOut } from './ports/socket-fan-out.js';
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
      .catch(async (error: unknown) => {
        await app.close();
        throw error;
      });
    const server: Server = app.getHttpServer();
    const renderer = createRenderer({
      libraries: config.librarySource,
      moduleCdn: config.moduleCdn,
      hasPackages: config.modules !== 'off',
      resolveImports: (frameworkConfig, specifiers, ownerId) => {
        const packages = frameworkConfig.packages ?? {};
        const carried = carriedVersions(frameworkConfig, specifiers);
        const only = { newest: false, types: false, dependencies: false };
        return app.get(PackagesService).resolve({ specifiers, packages, carried, ...only }, ownerId);
      },
      ownerMs: budgets.compiling.points * 1_000 * config.rateLimitScale,
    });
    const isTrusted = isTrustedProxy(app);
    const answer = sandboxListener(app, config, renderer, isTrusted);
    const sandbox = createServer((request, response) => {
      measureRequest(app.get(MetricsService), 'sandbox', request, response);
      answer(request, response);
    });
    respondFromCache(server, cachedAnswers(app, config, isTrusted));
    enforceNetworkBudgets(server, networkBudgets(app, 'app', isTrusted));
    enforceNetworkBudgets(sandbox, networkBudgets(app, 'sandbox', isTrusted));
    const appTransport = transportSecurity(config.publicUrl);
    const sandboxTransport = transportSecurity(config.sandboxUrl);
    // First of all listeners, so that every response has the headers of a call by default, even those of Socket.IO.
    server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
      setSecurityHeaders('call', response);
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
    const listeners = [
      server,
      sandbox,
      ...(await listenOnHosts(server, config.port, config, isTrusted)),
      ...(await listenOnHosts(sandbox, config.sandboxPort, config, isTrusted)),
    ];
    watchQueues(app, renderer);
    app.get(HousekeepingService).start();
    const close = async () => {
      await drain({ draining, sockets, listeners, behindProxy: config.production });
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

/** The application with all middleware, pipes, filters and sockets. */
async function createApp(
  config: Config,
  location: DatabaseLocation,
): Promise<{ app: NestExpressApplication; sockets: SocketAdapter }> {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.with(config, location),
    new TextAdapter(),
    { bodyParser: false, bufferLogs: true, abortOnError: false },
  );
  app.useLogger(app.get(Logger));
  app.disable('x-powered-by');
  app.set('trust proxy', [...config.trustedProxies]);
  app.set('query parser', 'simple');
  app.setGlobalPrefix('api');
  const metrics = app.get(MetricsService);
  app.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    measureRequest(metrics, 'app', request, response);
    next();
  });
  const isTrusted = isTrustedProxy(app);
  app.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    assignRequestId(request, response, isTrusted);
    next();
  });
  app.use(revalidationCacheControl);
  const charge = (address: string, sources: Sources) =>
    chargeSources(app.get(BudgetsService), networkOf(address), sources);
  app.use(
    embedRouter(config, readRuntimeFiles(), {
      charge,
      write: (...page) => app.get(CachedReadsService).embed(...page),
      mayStay: (...embed) => app.get(CachedReadsService).isStillEmbeddable(...embed),
      isTakenDown: (id) => app.get(TakedownsService).isTakenDown(id),
      tags: (project, asked) => headTags(config, project, 'embed', asked),
      liveBlockPage: () => liveBlockPage(config),
    }),
  );
  const findLink = async (secret: string, network: string) =>
    (await app.get(LinkedProjectsService).find(secret, network)) !== null;
  app.use(
    linkEmbedRouter(config, readRuntimeFiles(), {
      charge,
      find: findLink,
      open: (...opening) => app.get(LinkedProjectsService).open(...opening),
      frameAddress: (project) => app.get(LinkedProjectsService).frameAddress(project),
    }),
  );
  app.use(compressResponses());
  app.use('/api/docs', appPageHeaders(config), docsRouter());
  app.use(shareImageRouter((...asked) => app.get(LinkPreviewService).shareImage(...asked)));
  app.use(securityTxtRouter(config));
  app.use(
    pageRouter(config, {
      writeTags: (key) => app.get(LinkPreviewService).pageTags(key),
      findLink,
    }),
  );
  app.useGlobalPipes(new ValidationPipe());
  app.useGlobalFilters(new ApiErrorFilter());
  app.useGlobalInterceptors(new StandardSchemaSerializerInterceptor(app.get(Reflector)));
  const auth = app.get(AuthService);
  const mayRecover = async ({ caller }: { caller: Parameters<AuthService['isLive']>[0] | null }) =>
    caller === null || auth.isLive(caller);
  const refused = () => app.get(MetricsService).refusedMessages.inc();
  const sockets = new SocketAdapter(app.getHttpServer(), config, app.get(SocketFanOut), mayRecover, refused);
  app.useWebSocketAdapter(sockets);
  await app.init();
  return { app, sockets };
}

function isTrustedProxy(app: NestExpressApplication): IsTrustedProxy {
  return app.getHttpAdapter().getInstance().get('trust proxy fn') as IsTrustedProxy;
}

function cachedAnswers(
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
      findCachedEmbed(config, readRuntimeFiles(), (...read) => reads.kept(...read)),
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
      askerOf: (request) => networkOf(clientAddress(request, isTrusted)),
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
