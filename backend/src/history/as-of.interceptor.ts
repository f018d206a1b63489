import type { PastClock } from '#domain/kernel/query.js';
import { refuse } from '#domain/kernel/refusal.js';
import { dayIn, isDay } from '#domain/kernel/values/days.js';
import { auditors, mayEver } from '#domain/kernel/policy.js';
import { Clock } from '#platform/common/clock.js';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type Observable, from } from 'rxjs';
import { getCaller, toAsker } from '../auth/caller.js';
import { parseInput } from '../http/parsed.js';
import { problem } from '../http/problems/problem.js';
import { PastDays } from './past-days.js';
import { PastQueries } from './past-queries.js';

/**
 * Answers a query with `asOf` from views of that day, by the same handler as present queries. Only
 * auditors may ask.
 */
@Injectable()
export class AsOfInterceptor implements NestInterceptor {
  constructor(
    private readonly queries: PastQueries,
    private readonly days: PastDays,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem, Refusal, PastNotReady */
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const queryParams = request.query as Readonly<Record<string, string | undefined>>;
    const query = this.queries.all.find(
      ({ definition }) => definition.path === request.routeOptions.url,
    );
    return query && queryParams['asOf']
      ? from(this.answer(request, query, queryParams))
      : next.handle();
  }

  private async answer(
    request: FastifyRequest,
    { definition, views, answer }: PastQueries['all'][number],
    queryParams: Readonly<Record<string, string | undefined>>,
  ): Promise<object> {
    const asker = toAsker(getCaller(request));
    if (!mayEver(auditors, asker.role)) return refuse('not-allowed');
    const { asOf, clock, ...params } = parseInput(definition.params, { ...queryParams }) as {
      readonly asOf: string;
      readonly clock?: PastClock;
    };
    if (!isDay(asOf) || asOf >= dayIn(asker.timeZone, this.clock.now()))
      throw problem('invalid-fields', { fields: { asOf: 'Choose a day before today' } });
    return this.days.query(asker, { day: asOf, clock: clock ?? 'recorded', views }, (past) =>
      answer(past, asker, params as never),
    );
  }
}
