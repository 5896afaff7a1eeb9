import { type IncomingMessage, type ServerResponse } from 'node:http';
import { StandardSchemaSerializerInterceptor } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Sources } from '@studio/engine/source';
import { Logger } from 'nestjs-pino';
import { AppModule } from './app.module.js';
import { ApiErrorFilter } from './common/errors/api-error.filter.js';
import { type IsTrustedProxy, networkOf } from './common/http/caller.js';
import { compressResponses } from './common/http/compress-responses.js';
import { assignRequestId, revalidationCacheControl } from './common/http/request-middleware.js';
import { appPageHeaders } from './common/http/security-headers.js';
import { TextAdapter } from './common/http/text-responses.js';
import { ValidationPipe } from './common/http/validation.pipe.js';
import type { Config } from './config/config.js';
import type { DatabaseLocation } from './database/database-options.js';
import { docsRouter } from './features/api-docs/api-docs.js';
import { AuthService } from './features/auth/auth.service.js';
import { BudgetsService } from './features/budgets/budgets.service.js';
import { chargeSources } from './features/budgets/network-budgets.js';
import { embedRouter } from './features/embed/embed-router.js';
import { linkEmbedRouter } from './features/embed/link-embed-router.js';
import { LinkPreviewService } from './features/link-preview/link-preview.service.js';
import { headTags } from './features/link-preview/page-metadata.js';
import { shareImageRouter } from './features/link-preview/share-image-router.js';
import { MetricsService, measureRequest } from './features/metrics/metrics.service.js';
import { TakedownsService } from './features/moderation/takedowns.service.js';
import { LinkedProjectsService } from './features/projects/links/linked-projects.service.js';
import { CachedReadsService } from './features/projects/reading/cached-reads.service.js';
import { SocketAdapter } from './features/realtime/socket-adapter.js';
import { liveBlockPage, pageRouter } from './features/studio/app-page.js';
import { securityTxtRouter } from './features/studio/security-txt.js';
import { SocketFanOut } from './ports/socket-fan-out.js';
import { readRuntimeFiles } from './sandbox/sandbox-pages.js';

/** The application with all middleware, pipes, filters and sockets. */
export async function createApp(
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
  mountRouters(app, config);
  app.useGlobalPipes(new ValidationPipe());
  app.useGlobalFilters(new ApiErrorFilter());
  app.useGlobalInterceptors(new StandardSchemaSerializerInterceptor(app.get(Reflector)));
  const sockets = createSocketAdapter(app, config);
  app.useWebSocketAdapter(sockets);
  await app.init();
  return { app, sockets };
}

/** What is served beside the controllers: embeds, documentation, pictures, and the app's pages. */
function mountRouters(app: NestExpressApplication, config: Config): void {
  const charge = (address: string, sources: Sources) =>
    chargeSources(app.get(BudgetsService), networkOf(address), sources);
  app.use(
    embedRouter(config, readRuntimeFiles(), {
      charge,
      write: (...page) => app.get(CachedReadsService).embed(...page),
      isStillEmbeddable: (...embed) => app.get(CachedReadsService).isStillEmbeddable(...embed),
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
}

function createSocketAdapter(app: NestExpressApplication, config: Config): SocketAdapter {
  const auth = app.get(AuthService);
  const mayRecover = async ({ caller }: { caller: Parameters<AuthService['isLive']>[0] | null }) =>
    caller === null || auth.isLive(caller);
  const refused = () => app.get(MetricsService).refusedMessages.inc();
  return new SocketAdapter(app.getHttpServer(), config, app.get(SocketFanOut), mayRecover, refused);
}

/** Whether a proxy at an address is one of TRUSTED_PROXIES. */
export function isTrustedProxy(app: NestExpressApplication): IsTrustedProxy {
  return app.getHttpAdapter().getInstance().get('trust proxy fn') as IsTrustedProxy;
}
