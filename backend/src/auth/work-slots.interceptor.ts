import { quotas } from '#domain/limits.js';
import { Config } from '#platform/common/config/config.js';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Observable, finalize, tap } from 'rxjs';
import { FairSemaphore } from '../http/load/fair-semaphore.js';
import { LoadShedder, findWorkKind, randomRetrySeconds } from '../http/load/load-shedding.js';
import { problem } from '../http/problems/problem.js';
import { rateLimitId } from './sessions/sessions.js';

/**
 * Lets only a limited number of requests run at the same time: each needs a slot while its answer
 * is made. Slots per sender are few, so that one sender's requests do not delay those of others. A
 * request whose body is still arriving holds no slot, nor does an answer that a client reads
 * slowly. A streamed download holds its sender's slot until it has been sent.
 */
@Injectable()
export class WorkSlotsInterceptor implements NestInterceptor {
  private readonly slots: FairSemaphore;

  constructor(
    private readonly shedder: LoadShedder,
    { limits }: Config,
  ) {
    this.slots = new FairSemaphore({
      perKey: limits['REQUESTS_PER_MEMBER_AT_ONCE'] ?? quotas.requests,
      maxWaitingPerKey: quotas.requestsWaiting,
    });
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const kind = context.getType() === 'http' ? findWorkKind(request) : undefined;
    if (!kind) return next.handle();
    const { raw } = context.switchToHttp().getResponse<FastifyReply>();
    return new Observable((subscriber) => {
      const work = async (): Promise<void> => {
        const release = await this.takeSlot(kind, request.caller);
        let isDownload = false;
        const leave = (): void => {
          this.shedder.leave(kind);
          if (isDownload && !raw.closed) raw.once('close', release);
          else release();
        };
        // The client cancelled the request while it waited.
        if (subscriber.closed) return leave();
        // Nest sets a download's headers only after this point.
        const detectDownload = tap((answer) => (isDownload = answer instanceof StreamableFile));
        subscriber.add(next.handle().pipe(detectDownload, finalize(leave)).subscribe(subscriber));
      };
      work().catch((error: unknown) => subscriber.error(error));
    });
  }

  /**
   * Waits for a slot of the sender.
   * @returns function that releases it
   * @throws Problem under overload, TooManyRequests if too many requests of a sender wait
   */
  private async takeSlot(
    kind: NonNullable<ReturnType<typeof findWorkKind>>,
    caller: FastifyRequest['caller'],
  ): Promise<() => void> {
    const sender = caller && `${kind} ${rateLimitId(caller.session)}`;
    if (sender !== undefined) await this.slots.acquire(sender);
    const release = (): void => {
      if (sender !== undefined) this.slots.release(sender);
    };
    if (this.shedder.enter(kind)) return release;
    release();
    throw problem('overloaded', { retryAfterSeconds: randomRetrySeconds() });
  }
}
