import { describe, test } from '@jest/globals';
import type { AccountContext } from '../kernel/decider.js';
import { specify } from '../kernel/testing/specification.js';
import { quantities } from '../kernel/values/quantities.js';
import { asha, meera } from '../leads/lead.examples.js';
import { organizationAggregate } from '../organizations/organization.aggregate.js';
import type { OrganizationCommand } from '../organizations/organization.commands.js';
import type { OrganizationEvent } from '../organizations/organization.events.js';
import {
  actingAs,
  ashaJoins,
  auditLinkCreated,
  auditLinkRevoked,
  founded,
  meeraFounds,
} from '../organizations/organization.examples.js';

const given = specify(organizationAggregate, actingAs(meera.id) as AccountContext);
const history = [founded, meeraFounds, ashaJoins] as const;
const { createdBy: _, ...linkData } = auditLinkCreated.data;
const create = (changes: Partial<typeof linkData> = {}): OrganizationCommand => ({
  type: 'CreateAuditLink',
  data: { ...linkData, ...changes },
});
const revoke: OrganizationCommand = {
  type: 'RevokeAuditLink',
  data: { linkId: linkData.linkId },
};

describe('a link of an auditor', () => {
  test('is created by an admin', () =>
    given(...history)
      .when(create())
      .then(auditLinkCreated));
  test('is created by finance', () => {
    const ashaInFinance: OrganizationEvent = {
      type: 'MemberRoleChanged',
      data: { memberId: asha.id, from: 'sales', to: 'finance' },
    };
    specify(organizationAggregate, actingAs(asha.id))(...history, ashaInFinance)
      .when(create())
      .then({ ...auditLinkCreated, data: { ...auditLinkCreated.data, createdBy: asha.id } });
  });
  test('is refused to other members', () =>
    specify(
      organizationAggregate,
      actingAs(asha.id),
    )(...history)
      .when(create())
      .thenRefused('not-allowed'));
  test('needs a verified number', () =>
    specify(
      organizationAggregate,
      actingAs(meera.id, { verified: false }),
    )(...history)
      .when(create())
      .thenRefused('verification-needed'));
  test('created twice with equal values is one link', () =>
    given(...history, auditLinkCreated)
      .when(create())
      .thenNothing());
  test('created again with other values is refused', () =>
    given(...history, auditLinkCreated)
      .when(create({ to: '2026-10-31' }))
      .thenRefused('audit-link-exists', 'linkId'));
  test('needs a period that ends after it begins', () =>
    given(...history)
      .when(create({ from: '2026-10-01' }))
      .thenRefused('audit-period-reversed', 'to'));
  test.each([
    [{ from: '1999-12-31' }, 'day-before-2000', 'from'],
    [{ from: '0026-04-01' }, 'year-of-two-digits', 'from'],
    [{ from: '2026-11-22', to: '2026-11-23' }, 'audit-period-not-begun', 'from'],
    [{ to: '2027-11-22' }, 'audit-period-too-late', 'to'],
  ] as const)('refuses %j', (days, code, field) =>
    given(...history)
      .when(create(days))
      .thenRefused(code, field),
  );
  test('may show days to come, up to a year ahead', () =>
    given(...history)
      .when(create({ from: '2026-11-21', to: '2027-11-21' }))
      .then({
        ...auditLinkCreated,
        data: { ...auditLinkCreated.data, from: '2026-11-21', to: '2027-11-21' },
      }));
  test('ends today at the earliest and in a year at the latest', () => {
    given(...history)
      .when(create({ expiresOn: '2026-11-20' }))
      .thenRefused('audit-link-expired', 'expiresOn');
    given(...history)
      .when(create({ expiresOn: '2027-11-22' }))
      .thenRefused('audit-link-too-long', 'expiresOn');
  });
  test('is refused while there are twenty open ones', () => {
    const others = Array.from(
      { length: quantities.openAuditLinks },
      (__, number): OrganizationEvent => ({
        ...auditLinkCreated,
        data: {
          ...auditLinkCreated.data,
          linkId: `other ${number}`,
          tokenSha256: String(number).padStart(64, '0'),
        },
      }),
    );
    given(...history, ...others)
      .when(create())
      .thenRefused('too-many-audit-links', 'expiresOn');
  });
  test('is revoked once', () => {
    given(...history, auditLinkCreated)
      .when(revoke)
      .then(auditLinkRevoked);
    given(...history, auditLinkCreated, auditLinkRevoked)
      .when(revoke)
      .thenNothing();
    given(...history)
      .when(revoke)
      .thenRefused('audit-link-not-found', 'linkId');
  });
  test('claims its token’s hash until it is revoked', () => {
    const [slug, inviteCode] = ['sharmasolar400000', 'KP9N5Z7V'];
    given(...history, auditLinkCreated).holds(
      slug,
      inviteCode,
      linkData.tokenSha256,
      meera.id,
      asha.id,
    );
    given(...history, auditLinkCreated, auditLinkRevoked).holds(
      slug,
      inviteCode,
      meera.id,
      asha.id,
    );
  });
});
