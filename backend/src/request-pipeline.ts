import type { Config } from '#platform/common/config/config.js';
import type { EventLog } from '#platform/event-log/event-log.js';
import type { NestInterceptor, Type } from '@nestjs/common';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Logger } from 'pino';
import { AccessInterceptor } from './api/access/access.interceptor.js';
import { setRoleRefusal } from './api/commands/commands.controller.js';
import { AfterPositionInterceptor } from './auth/after-position.interceptor.js';
import { readHostCookies, renewCookies } from './auth/sessions/host-cookies.js';
import { type PolicyGuard, checkHasRule } from './auth/policy.guard.js';
import { type RateGuard, checkHasLimit, countRequests } from './auth/rate-guard.js';
import type { Sessions } from './auth/sessions/sessions.js';
import { WorkSlotsInterceptor } from './auth/work-slots.interceptor.js';
import type { Connections } from './http/load/connections.js';
import { refuseUnknownHosts } from './http/known-hosts.js';
import {
  type LoadShedder,
  isUpload,
  refuseWithoutLog,
  shedLoad,
} from './http/load/load-shedding.js';
import { TimeLimitInterceptor } from './http/load/time-limit.interceptor.js';
import { type RequestStep, runInOrder } from './http/request-steps.js';
import { refuseOtherSites } from './http/same-site.js';
import { refuseOtherTypes, setHeaders } from './http/server.js';
import type { RouteForms } from './operations/forms.js';
import { logAnswer } from './operations/log-answer.js';
import { type Metrics, recordDuration } from './operations/metrics.js';
import { SpansInterceptor, endSpans } from './operations/request-spans.js';
import { limitWebhookBodies, webhookBodyLimit } from './operations/whatsapp-webhooks.controller.js';

interface PipelineParts {
  readonly logger: Logger;
  readonly shedder: LoadShedder;
  readonly log: EventLog;
  readonly connections: Connections;
  readonly sessions: Sessions;
  readonly rateGuard: RateGuard;
  readonly policyGuard: PolicyGuard;
  readonly metrics: Metrics;
}

/** Interceptors of every controller, outermost first. They run after the body is parsed. */
export const interceptors: readonly Type<NestInterceptor>[] = [
  SpansInterceptor,
  TimeLimitInterceptor,
  AfterPositionInterceptor,
  WorkSlotsInterceptor,
  AccessInterceptor,
];

/**
 * Steps of every request in their order, before its body is read. Nest's guards run after the body
 * is parsed, so these are one hook of Fastify (docs/decisions/policy-before-the-body.md).
 * Controllers' requests then pass Nest's `PolicyGuard` and the `interceptors`.
 */
const createSteps = (config: Config, parts: PipelineParts): readonly RequestStep[] => [
  shedLoad(parts.shedder),
  refuseWithoutLog(parts.log),
  setHeaders(config),
  refuseOtherTypes,
  refuseUnknownHosts(config),
  readHostCookies(config),
  countRequests(parts.rateGuard, parts.connections),
  refuseOtherSites(config.publicUrl),
  renewCookies(config, parts.sessions),
  (request) => parts.policyGuard.authorize(request),
  setRoleRefusal,
  limitWebhookBodies(),
  ({ method, headers, routeOptions: { url }, raw }) => {
    const isJson = headers['content-type']?.startsWith('application/json');
    if (isUpload(method, url) && !isJson) parts.connections.expectUpload(raw);
  },
];

/**
 * Prepares a route as it is added: the `onRoute` hook of `createServer` calls it, before the hook
 * of the compressor, which reads the route's options. A route without a row in the policy or in the
 * table of limits stops the process at its start.
 */
export function prepareRoute(route: RouteOptions, config: Config, forms: RouteForms): void {
  checkHasLimit(route);
  checkHasRule(route);
  forms.add(route);
  if (config.servers.whatsApp?.webhooks)
    route.bodyLimit = webhookBodyLimit(route.url) ?? route.bodyLimit;
}

/**
 * Adds the steps of every request, and the logging and measuring of its answer, to a server. Called
 * before routes are added.
 */
export function addRequestPipeline(
  server: FastifyInstance,
  config: Config,
  parts: PipelineParts,
): void {
  const logsAnswers = parts.logger.isLevelEnabled('info');
  for (const name of ['caller', 'refusal', 'problemCode', 'spans'])
    server.decorateRequest(name, undefined);
  for (const name of ['isCounted', 'hasPlainCookies', 'isAuthorized'])
    server.decorateRequest(name, false);
  // Before the body is read. Nest's guards run only after that.
  server.addHook('onRequest', runInOrder(createSteps(config, parts)));
  // Called after the last byte, also for answers that no controller gives.
  server.addHook('onResponse', async (request, reply) => {
    if (logsAnswers) logAnswer(request, reply);
    recordDuration(parts.metrics, request, reply);
    endSpans(request, reply);
  });
}
