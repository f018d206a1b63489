import { type AuditKind, auditKinds } from '#domain/audit/audit.values.js';
import type { Role } from '#domain/kernel/policy.js';
import { day, parseId } from '#domain/kernel/schema.js';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { type Access, AccessLog } from './access-log.js';

const AUDITORS: readonly Role[] = ['admin', 'finance'];

type Request = Pick<FastifyRequest, 'method' | 'params' | 'query'> & {
  readonly routeOptions: { readonly url?: string | undefined };
};

/** Access of a request that reads a record's history, or figures of a past day. */
function accessOf({ method, routeOptions: { url }, ...request }: Request): Access | undefined {
  if (method !== 'GET' || url === undefined) return undefined;
  const { asOf } = request.query as { readonly asOf?: unknown };
  const asked = day.safeParse(asOf);
  if (asked.success)
    return { type: 'OpenAuditScreen', data: { screen: 'as-of', filters: { to: asked.data } } };
  if (!url.startsWith('/api/history/')) return undefined;
  const { kind = '', id = '' } = request.params as { readonly kind?: string; readonly id?: string };
  const [known, recordId] = [kind === 'member' ? 'account' : kind, parseId(id)];
  if (recordId === undefined || !(auditKinds as readonly string[]).includes(known))
    return undefined;
  const about = { kind: known as AuditKind, recordId };
  return { type: 'OpenAuditScreen', data: { screen: 'history', about } };
}

/** Records readings of the past before they are answered: one an hour for the same subject. */
@Injectable()
export class AccessInterceptor implements NestInterceptor {
  constructor(private readonly access: AccessLog) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    if (context.getType() !== 'http') return next.handle();
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { caller } = request;
    const access = caller?.membership && accessOf(request);
    if (access && AUDITORS.includes(caller.membership!.role))
      await this.access.record(
        { id: caller.account.id, organizationId: caller.membership!.organization.id },
        access,
        'hour',
      );
    return next.handle();
  }
}
