import { createServer, type Server } from 'node:http';
import { MikroORM } from '@mikro-orm/postgresql';
import { StandardSchemaSerializerInterceptor } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import compression from 'compression';
import { Logger } from 'nestjs-pino';
import { AppModule } from './app.module.js';
import { bodyParsing } from './common/body-parsing.js';
import { ErrorFilter } from './common/error-filter.js';
import { listenEverywhere } from './common/listen.js';
import { requestId } from './common/request-id.js';
import { securityHeaders } from './common/security-headers.js';
import { ValidationPipe } from './common/validation-pipe.js';
import type { Config } from './config/config.js';
import type { DatabaseLocation } from './database/database-options.js';
import { migrate } from './database/migrate.js';
import type { OpenDatabase } from './database/open-database.js';
import { ServedAssetsService } from './features/assets/served-assets.service.js';
import { AuthService } from './features/auth/auth.service.js';
import { docsRouter } from './features/docs/docs.js';
import { embedRouter } from './features/embed/embed-router.js';
import { ProjectCards } from './features/projects/project-cards.js';
import { ProjectsService } from './features/projects/projects.service.js';
import { WelcomeService } from './features/projects/welcome.service.js';
import { SocketAdapter } from './features/realtime/socket-adapter.js';
import { pageRouter } from './features/studio/page.js';
import { type FirstAdmin, FirstStartService } from './features/users/first-start.service.js';
import { HousekeepingService } from './housekeeping.service.js';
import { createRenderer, type Renderer } from './sandbox/rendering/renderer.js';
import { readRuntimeFiles } from './sandbox/runtime-files.js';
import { createSandboxListener } from './sandbox/sandbox-listener.js';

/** A studio that listens. */
export interface Studio {
  app: NestExpressApplication;
  /** The account that this start has made; null unless it was the first. */
  firstAdmin: FirstAdmin | null;
  /** Lets the calls under way end, then closes sockets, listeners and database. */
  close(): Promise<void>;
}

/**
 * Brings the database up to date and listens on every configured address. Owns the database from now on.
 * @throws what the database or a listener says, with everything closed again.
 */
export async function startStudio(
  config: Config,
  { location, close: closeDatabase }: OpenDatabase,
): Promise<Studio> {
  try {
    const app = await createApp(config, location);
    const firstAdmin = await prepareDatabase(app, location);
    const server: Server = app.getHttpServer();
    const renderer = createRenderer({ libraries: config.librarySource, moduleCdn: config.moduleCdn });
    const sandbox = createServer(sandboxListener(app, config, renderer));
    const twins = [
      sandbox,
      ...(await listenEverywhere(server, config.port, config)),
      ...(await listenEverywhere(sandbox, config.sandboxPort, config)),
    ];
    app.get(HousekeepingService).start();
    const close = async () => {
      for (const twin of twins) {
        twin.close();
        twin.closeIdleConnections();
      }
      await app.close();
      await renderer.close();
      await closeDatabase();
    };
    return { app, firstAdmin, close };
  } catch (error) {
    await closeDatabase();
    throw error;
  }
}

/** The application with everything that stands before and around its controllers. */
async function createApp(config: Config, location: DatabaseLocation): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(config, location), {
    bodyParser: false,
    bufferLogs: true,
    abortOnError: false,
  });
  app.useLogger(app.get(Logger));
  app.disable('x-powered-by');
  app.set('trust proxy', [...config.trustedProxies]);
  app.set('query parser', 'simple');
  app.setGlobalPrefix('api');
  app.use(requestId);
  app.use(securityHeaders(config));
  app.use(
    embedRouter(config, readRuntimeFiles(), (id, viewer) => app.get(ProjectsService).readEmbed(id, viewer)),
  );
  app.use(compression());
  app.use('/api', bodyParsing);
  app.use('/api/docs', docsRouter());
  app.use(pageRouter(config));
  app.useGlobalPipes(new ValidationPipe());
  app.useGlobalFilters(new ErrorFilter());
  app.useGlobalInterceptors(new StandardSchemaSerializerInterceptor(app.get(Reflector)));
  const auth = app.get(AuthService);
  const mayRecover = async ({ caller }: { caller: Parameters<AuthService['isLive']>[0] | null }) =>
    caller === null || auth.isLive(caller);
  app.useWebSocketAdapter(new SocketAdapter(app.getHttpServer(), config, mayRecover));
  await app.init();
  return app;
}

/** The second listener, for user code and user files. */
function sandboxListener(app: NestExpressApplication, config: Config, renderer: Renderer) {
  const { sandboxUrl, assetsUrl, publicUrl, publicUrlFixed, port } = config;
  return createSandboxListener({
    addresses: { sandboxUrl, assetsUrl, publicUrl: publicUrlFixed ? publicUrl : null, appPort: port },
    runtime: readRuntimeFiles(),
    renderer,
    findEmbeddable: (id) => app.get(ProjectsService).findEmbeddable(id),
    findCard: (id, version, signature) => app.get(ProjectCards).find(id, version, signature),
    findAsset: (id) => app.get(ServedAssetsService).find(id),
    readAsset: (asset, range) => app.get(ServedAssetsService).read(asset, range),
  });
}

/** Migrations and, on the first start, the accounts and the welcome project, in one transaction. */
async function prepareDatabase(
  app: NestExpressApplication,
  location: DatabaseLocation,
): Promise<FirstAdmin | null> {
  let firstAdmin: FirstAdmin | null = null;
  await migrate(app.get(MikroORM), location, async () => {
    const firstStart = app.get(FirstStartService);
    firstAdmin = await firstStart.createAdmin();
    await firstStart.createDemo();
    if (firstAdmin)
      await app.get(WelcomeService).create({ userId: firstAdmin.id, sessionId: '', isAdmin: true });
  });
  return firstAdmin;
}
