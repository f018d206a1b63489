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

/**
 * Roles whose reading of histories is recorded, because they see records of the whole organization.
 */
const RECORDED_ROLES: readonly Role[] = ['admin', 'finance'];

type Request = Pick<FastifyRequest, 'method' | 'params' | 'query'> & {
  readonly routeOptions: { readonly url?: string | undefined };
};

/** Access of a request that reads a record's history or as-of figures. */
function findRecordedAccess({
  method,
  routeOptions: { url },
  ...request
}: Request): Access | undefined {
  if (method !== 'GET' || url === undefined) return undefined;
  const { asOf } = request.query as { readonly asOf?: unknown };
  const parsed = day.safeParse(asOf);
  if (parsed.success)
    return { type: 'OpenAuditScreen', data: { screen: 'as-of', filters: { to: parsed.data } } };
  if (!url.startsWith('/api/history/')) return undefined;
  const { kind = '', id = '' } = request.params as { readonly kind?: string; readonly id?: string };
  // The access log has no kind `member`: a member's history is that of the account.
  const auditKind = kind === 'member' ? 'account' : kind;
  const recordId = parseId(id);
  if (recordId === undefined || !isAuditKind(auditKind)) return undefined;
  const about = { kind: auditKind, recordId };
  return { type: 'OpenAuditScreen', data: { screen: 'history', about } };
}

const isAuditKind = (kind: string): kind is AuditKind =>
  (auditKinds as readonly string[]).includes(kind);

/**
 * Records in the access log that an admin or a finance member read history or as-of figures; at
 * most once an hour per subject. Sends a command on a GET on purpose: no answer may leave the
 * server unrecorded.
 */
@Injectable()
export class AccessInterceptor implements NestInterceptor {
  constructor(private readonly access: AccessLog) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    if (context.getType() !== 'http') return next.handle();
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { caller } = request;
    const access = caller?.membership && findRecordedAccess(request);
    if (access && RECORDED_ROLES.includes(caller.membership!.role))
      await this.access.record(
        { id: caller.account.id, organizationId: caller.membership!.organization.id },
        access,
        'hour',
      );
    return next.handle();
  }
}
