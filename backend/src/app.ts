import { Config } from '#platform/common/config/config.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { createLogger } from '#platform/process/logger.js';
import { type Platform, Redis } from '#platform/process/platform.module.js';
import { stopThenClose, createOrClose } from '#platform/process/run-process.js';
import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { join } from 'node:path';
import 'reflect-metadata';
import { AppModule } from './app.module.js';
import { WatchDemoController } from './demo/watch-demo.controller.js';
import { LinkedFiles } from './api/files/serve-files.js';
import { PublicPictures } from './api/files/serve-pictures.js';
import { publicPageAddress } from './catalogue/public-page-address.js';
import { publicQuotationAddress } from './quotations/public/public-quotation-address.js';
import { LoadShedder } from './http/load/load-shedding.js';
import { PolicyGuard } from './auth/policy.guard.js';
import { Sessions } from './auth/sessions/sessions.js';
import { RateGuard } from './auth/rate-guard.js';
import { RateLimits } from './http/rate-limits.js';
import { createServer } from './http/server.js';
import { addWebApp } from './http/web-app.js';
import { SocketGuard } from './api/live/socket-guard.js';
import { SocketServer } from './api/live/socket-server.js';
import { addWebhookBodies } from './operations/whatsapp-webhooks.controller.js';
import { RouteForms } from './operations/forms.js';
import { Metrics } from './operations/metrics.js';
import { addRequestPipeline, prepareRoute } from './request-pipeline.js';

/** Time that running requests have when the process stops. */
const MAX_ANSWER_AT_CLOSE_MS = 3_000;

@Module({})
class RootModule {}

export type App = {
  readonly app: NestFastifyApplication;
  /** Answers complete requests, closes all connections, then stops the modules. */
  stop(): Promise<void>;
};

/**
 * Creates the endpoints; `listen` opens them. `request-pipeline.ts` lists the steps of every
 * request.
 */
export async function createApp(
  config: Config,
  platform: Platform,
  imports: readonly (DynamicModule | Type)[],
  { logger = createLogger(config.logLevel), webApp = join(process.cwd(), 'dist/frontend') } = {},
): Promise<App> {
  const { adapter, server, connections } = await createServer(config, logger, {
    limits: () => app.get(RateLimits),
    onRoute: (route) => prepareRoute(route, config, app.get(RouteForms)),
  });
  const root = {
    module: RootModule,
    imports: [platform, ...imports, AppModule.forRoot(config)],
  };
  const options = { bodyParser: false, logger: false, abortOnError: false } as const;
  const app: NestFastifyApplication = await createOrClose(platform, () =>
    NestFactory.create<NestFastifyApplication>(root, adapter, options),
  );
  const stop = () =>
    stopThenClose(platform, () =>
      connections.close(MAX_ANSWER_AT_CLOSE_MS).then(() => app.close()),
    );
  try {
    addRequestPipeline(server, config, {
      logger,
      connections,
      shedder: app.get(LoadShedder),
      log: app.get(EventLog),
      sessions: app.get(Sessions),
      rateGuard: app.get(RateGuard),
      policyGuard: app.get(PolicyGuard),
      metrics: app.get(Metrics),
    });
    addWebhookBodies(server);
    await server.register(async (scope) => {
      app.get(LinkedFiles).addTo(scope);
      app.get(PublicPictures).addTo(scope);
      addWebApp(scope, webApp, (path) => publicPageAddress(path) ?? publicQuotationAddress(path));
    });
    if (config.demo) server.server.once('listening', () => app.get(WatchDemoController).begin());
    const { server: redis } = app.get(Redis);
    const redisAdapter =
      redis && (await import('./api/live/sockets-on-redis.js')).createRedisAdapter(redis);
    app.useWebSocketAdapter(new SocketServer(app, redisAdapter, app.get(SocketGuard)));
    await app.init();
    return { app, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
