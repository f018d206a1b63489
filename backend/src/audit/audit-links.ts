import { type AuditLink, isOpenLink } from '#domain/audit/audit-link.js';
import type { AuditLinks as AuditLinksAnswer } from '#domain/audit/audit.views.js';
import { dayIn } from '#domain/kernel/values/days.js';
import { organizationAggregate } from '#domain/organizations/organization.aggregate.js';
import { Clock } from '#platform/common/clock.js';
import { parseStream } from '#platform/event-log/subject.js';
import { Claims } from '#platform/write-side/claims.js';
import { FoldedStreams } from '#platform/write-side/folded-streams.js';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { Asker } from '../auth/caller.js';

const TOKEN = /^[0-9a-f]{32}$/;

/** Link that opens today, with its organization. */
export type OpenedLink = {
  readonly link: AuditLink;
  readonly organization: {
    readonly id: string;
    readonly name: string;
    readonly timeZone: string;
  };
};

/** Links of auditors, from the organization's stream, so that a revocation counts at once. */
@Injectable()
export class AuditLinks {
  constructor(
    private readonly claims: Claims,
    private readonly folded: FoldedStreams,
    private readonly clock: Clock,
  ) {}

  /** Undefined for a token that never existed, was revoked or has expired. */
  async find(token: string): Promise<OpenedLink | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const tokenSha256 = createHash('sha256').update(token).digest('hex');
    const holder = await this.claims.findHolder(
      'audit-link',
      undefined,
      tokenSha256,
      organizationAggregate,
    );
    if (holder === undefined) return undefined;
    const { state } = await this.folded.load(organizationAggregate, holder);
    if (state.phase !== 'founded') return undefined;
    const { name, timeZone } = state.details;
    const link = state.auditLinks.find((each) => each.tokenSha256 === tokenSha256);
    if (!link || !isOpenLink(link, dayIn(timeZone, this.clock.now()))) return undefined;
    return { link, organization: { id: parseStream(holder).id, name, timeZone } };
  }

  async list({ organizationId, timeZone }: Asker): Promise<AuditLinksAnswer> {
    const stream = `organization-${organizationId}`;
    const { state } = await this.folded.load(organizationAggregate, stream);
    const today = dayIn(timeZone, this.clock.now());
    const links = state.phase === 'founded' ? state.auditLinks : [];
    return {
      items: links.toReversed().map((link) => {
        const { linkId, from, to, expiresOn, isRevoked } = link;
        const status = isRevoked ? 'revoked' : isOpenLink(link, today) ? 'open' : 'expired';
        return { linkId, from, to, expiresOn, status };
      }),
    };
  }
}
