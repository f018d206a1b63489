import { quotas } from '#domain/limits.js';
import { Config } from '#platform/common/config/config.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { createLogger } from '#platform/process/logger.js';
import { type Platform, Redis } from '#platform/process/platform.module.js';
import { stopThenClose, createOrClose } from '#platform/process/run-process.js';
import { ReadSide } from '#platform/live/read-side.js';
import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { join } from 'node:path';
import 'reflect-metadata';
import { AppModule } from './app.module.js';
import { WatchDemoController } from './operations/demo/watch-demo.controller.js';
import { addRoleRefusal } from './api/commands/commands.controller.js';
import { LinkedFiles } from './api/files/serve-files.js';
import { PublicPictures } from './api/files/serve-pictures.js';
import { publicPageAddress } from './catalogue/public-page-address.js';
import { FairSemaphore } from './http/fair-semaphore.js';
import { LoadShedder, addWorkCount, isUpload } from './http/load-shedding.js';
import { addAfterPosition } from './auth/after-position.js';
import { addCookieRenewal, addHostCookies } from './auth/host-cookies.js';
import { PolicyGuard, addPolicyGuard } from './auth/policy.guard.js';
import { Sessions, limitedIdOf } from './auth/sessions.js';
import { RateGuard, addRateGuard } from './auth/rate-guard.js';
import { addKnownHosts } from './http/known-hosts.js';
import { RateLimits } from './http/rate-limits.js';
import { addSameSite } from './http/same-site.js';
import { makeServer } from './http/server.js';
import { addWebApp } from './http/web-app.js';
import { SocketGuard } from './api/live/socket-guard.js';
import { SocketServer } from './api/live/socket-server.js';
import { addWebhookBodies } from './operations/whatsapp-webhooks.controller.js';
import { Metrics, addRequestTimes } from './operations/metrics.js';
import { QueriedPeople } from './auth/queried-people.js';

/**
 * How long requests that have come whole may take when the process is asked to end, in
 * milliseconds.
 */
const longestAnswerAtClose = 3_000;

@Module({})
class RootModule {}

export type App = {
  readonly app: NestFastifyApplication;
  /**
   * Answers what has come whole, ends every connection, then stops and closes everything that the
   * modules provide.
   */
  stop(): Promise<void>;
};

/**
 * The endpoints, on the modules that provide what they stand on; `listen` opens them. What has to
 * be decided before a body is read, or for every path, is a hook of Fastify; everything else is
 * Nest's.
 */
export async function createApp(
  config: Config,
  platform: Platform,
  imports: readonly (DynamicModule | Type)[],
  { logger = createLogger(config.logLevel), webApp = join(process.cwd(), 'dist/frontend') } = {},
): Promise<App> {
  const shedder = new LoadShedder();
  const { adapter, server, connections } = await makeServer(config, logger, {
    shedder,
    limits: () => app.get(RateLimits),
  });
  const root = {
    module: RootModule,
    imports: [platform, ...imports, AppModule.forRoot(config, shedder)],
  };
  const options = { bodyParser: false, logger: false, abortOnError: false } as const;
  const app: NestFastifyApplication = await createOrClose(platform, () =>
    NestFactory.create<NestFastifyApplication>(root, adapter, options),
  );
  const stop = () =>
    stopThenClose(platform, () => connections.close(longestAnswerAtClose).then(() => app.close()));
  try {
    addKnownHosts(server, config);
    addHostCookies(server, config);
    addRateGuard(server, app.get(RateGuard), connections);
    addSameSite(server, config.publicUrl);
    addCookieRenewal(server, config, app.get(Sessions));
    addPolicyGuard(server, app.get(PolicyGuard));
    addRoleRefusal(server);
    addAfterPosition(server, {
      log: app.get(EventLog),
      readSide: app.get<ReadSide>(ReadSide),
      queried: app.get(QueriedPeople),
    });
    addWorkCount(server, {
      shedder,
      turns: new FairSemaphore({
        ofOne: config.limits['REQUESTS_PER_MEMBER_AT_ONCE'] ?? quotas.requests,
        waiting: quotas.requestsWaiting,
      }),
      senderOf: ({ caller }) => caller && limitedIdOf(caller.session),
    });
    server.addHook('preValidation', ({ method, routeOptions: { url }, raw }, _, next) => {
      if (isUpload(method, url)) connections.expectUpload(raw);
      next();
    });
    addWebhookBodies(server, config.servers.whatsApp?.webhooks !== undefined);
    addRequestTimes(server, app.get(Metrics));
    await server.register(async (scope) => {
      app.get(LinkedFiles).addTo(scope);
      app.get(PublicPictures).addTo(scope);
      addWebApp(scope, webApp, publicPageAddress);
    });
    if (config.demo) server.addHook('onListen', async () => app.get(WatchDemoController).begin());
    const { server: redis } = app.get(Redis);
    const across = redis && (await import('./api/live/sockets-on-redis.js')).socketsOnRedis(redis);
    app.useWebSocketAdapter(new SocketServer(app, across, app.get(SocketGuard)));
    await app.init();
    return { app, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
