import type { Member } from '#domain/kernel/policy.js';
import { type Refusal, refuse } from '#domain/kernel/refusal.js';
import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { AccountCard, Membership } from './people/people.js';
import type { Session } from './sessions/sessions.js';
import { problem } from '../http/problems/problem.js';

/** Session, account and membership at the time of this request. */
export type Caller = {
  readonly session: Session;
  readonly account: AccountCard;
  readonly membership: Membership | undefined;
  /** Account and membership come from the cache, which may be behind the log. */
  readonly isCached?: true;
};

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    /** Refusal that is answered if the request does not succeed. */
    refusal: Refusal | undefined;
  }
}

export const getCaller = ({ caller }: Pick<FastifyRequest, 'caller'>): Caller => {
  if (!caller) throw problem('signed-out');
  return caller;
};

export const SignedIn = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  getCaller(context.switchToHttp().getRequest()),
);

/** Member behind a request, with the organization. */
export type Asker = Member & { readonly organizationId: string; readonly timeZone: string };

/** @throws Refusal for an account without an organization */
export function toAsker({ account, membership }: Caller): Asker {
  if (!membership) return refuse('organization-needed');
  return {
    id: account.id,
    role: membership.role,
    organizationId: membership.organization.id,
    timeZone: membership.organization.timeZone,
  };
}

export const AsMember = createParamDecorator((_: unknown, context: ExecutionContext): Asker =>
  toAsker(getCaller(context.switchToHttp().getRequest())),
);
