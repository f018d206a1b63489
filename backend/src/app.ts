import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { join } from 'node:path';
import 'reflect-metadata';
import { signingInBodies } from './accounts/signing-in.forms.js';
import { AppModule } from './app.module.js';
import { addCommandGate } from './commands/commands.controller.js';
import { addDemoDoor } from './demo/demo-door.js';
import { fileQuestions } from './files/files.controller.js';
import { Links } from './files/links.js';
import { serveFiles } from './files/serve-files.js';
import { Admission } from './http/admission.js';
import { addAfterPosition } from './http/after-position.js';
import { addGate, callersFrom } from './http/gate.js';
import { ProblemFilter, answerProblem } from './http/problem.filter.js';
import { addSameSite } from './http/same-site.js';
import { makeServer } from './http/server.js';
import { addWebApp } from './http/web-app.js';
import { customerQuestions } from './customers/customers.module.js';
import { leadQuestions } from './leads/leads.controller.js';
import { visitQuestions } from './visits/visits.module.js';
import { LiveGateway } from './live/live.gateway.js';
import { MembershipWatch } from './live/membership-watch.js';
import { SocketServer } from './live/socket-server.js';
import { Deliveries } from './messages/deliveries.js';
import { addWhatsAppWebhooks, webhookForms } from './messages/whatsapp-webhooks.js';
import { addApiDocs } from './operations/api-docs.js';
import { addDevInbox } from './operations/dev-inbox.js';
import { addHealth } from './operations/health.js';
import { addMetrics } from './operations/metrics.js';
import type { Parts } from './parts.js';
import { addressQuestions } from './places/addresses.controller.js';
import { addWatchDemo } from './sessions/watch-demo.js';

/** The door, not yet open: `listen` opens it. */
export async function createApp(parts: Parts, { webApp = join(process.cwd(), 'dist/frontend') } = {}): Promise<NestFastifyApplication> {
  const admission = new Admission();
  const { adapter, server } = await makeServer(parts.config, parts.logger, admission);
  const callers = callersFrom(parts.sessions, parts.people);
  addSameSite(server, parts.config.publicUrl);
  addGate(server, callers, parts.clock.now);
  addCommandGate(server);
  addAfterPosition(server, parts.readSide);
  const deliveries = new Deliveries(parts.secrets, parts.clock.now);
  addMetrics(server, parts, () => app.get(LiveGateway), deliveries, admission);
  // What needs no feature: Nest never sees it, so that its errors are answered here.
  await server.register(async (scope) => {
    scope.setErrorHandler(answerProblem);
    serveFiles(scope, { files: parts.files, links: new Links(parts.signingKey), now: parts.clock.now });
    addHealth(scope, parts);
    await addWhatsAppWebhooks(scope, { settings: parts.config.servers.whatsApp, deliveries, logger: parts.logger });
    const bodies = { ...signingInBodies, ...webhookForms.bodies };
    const queries = { ...leadQuestions, ...visitQuestions, ...customerQuestions, ...fileQuestions, ...addressQuestions, ...webhookForms.queries };
    addApiDocs(scope, parts.config.publicUrl, { bodies, queries });
    if (parts.devInbox) {
      addDevInbox(scope, parts.devInbox);
      addDemoDoor(scope, parts);
    }
    if (parts.config.demo) addWatchDemo(scope, parts, callers);
    await addWebApp(scope, webApp);
  });

  const app: NestFastifyApplication = await NestFactory.create<NestFastifyApplication>(AppModule.on(parts), adapter, {
    bodyParser: false,
    logger: false,
    abortOnError: false,
  });
  app.useGlobalFilters(new ProblemFilter());
  app.useWebSocketAdapter(new SocketServer(app, parts.socketAdapter));
  await app.init();
  await app.get(MembershipWatch).start();
  return app;
}
