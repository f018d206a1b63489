import { locationId, opened, renamed, locationChosen } from '#domain/accounts/account.examples.js';
import type { MessageNamed } from '#domain/kernel/texts/message.js';
import { asha, meera, stranger } from '#domain/leads/lead.examples.js';
import { organizationAggregate } from '#domain/organizations/organization.aggregate.js';
import type { OrganizationEvent } from '#domain/organizations/organization.events.js';
import {
  deepaIsInvited,
  founded,
  invitationAccepted,
  invitationCancelled,
  meeraFounds,
} from '#domain/organizations/organization.examples.js';
import type { OutgoingMessage } from '#platform/integrations/messages/messages.js';
import { EventLogInMemory } from '#platform/testing/in-memory/event-log-in-memory.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { KeyStoreInMemory } from '#platform/testing/in-memory/key-store-in-memory.js';
import { eventCatalogue } from '#platform/sealing/event-catalogue.js';
import { createSealing } from '#platform/sealing/sealing.js';
import { Claims } from '#platform/write-side/claims.js';
import { createHash } from 'node:crypto';
import { SentInvitations } from './sent-invitations.js';
import { recorded } from '#platform/testing/recorded.js';
import { describe, expect, test } from '@jest/globals';
import { InvitationsToSend } from './invitations-to-send.reactor.js';
import { LocationsOfInvited } from './locations-of-invited.reactor.js';
import { StreamHistory } from '../stream-history.js';
import { SendInvitation } from './send-invitation.job.js';

const { invitationId, phone } = deepaIsInvited.data;
const asRecorded = <Type extends OrganizationEvent['type']>(
  event: MessageNamed<OrganizationEvent, Type>,
) => recorded(['organization-org', event])[0] as never;

test('a sent invitation is known from the log, and recording it again adds nothing', async () => {
  const log = new EventLogInMemory();
  const createClaims = () =>
    new Claims({
      log,
      hmac: (text: string) => createHash('sha256').update(text).digest('hex'),
    } as never);
  const sealing = createSealing({ catalogue: eventCatalogue([]), keys: new KeyStoreInMemory() });
  const openRestored = () => new SentInvitations(log, sealing, createClaims(), new ClockInMemory());
  expect(await openRestored().has('org', invitationId)).toBe(false);
  await Promise.all([
    openRestored().add('org', invitationId),
    openRestored().add('org', invitationId),
  ]);
  expect(await openRestored().has('org', invitationId)).toBe(true);
  expect(await openRestored().has('other', invitationId)).toBe(false);
  expect(log.events).toHaveLength(1);
});

test('an invitation is sent by a job without personal data', () =>
  expect(new InvitationsToSend().react(asRecorded(deepaIsInvited))).toEqual({
    jobs: [
      {
        name: 'send-invitation',
        id: `send-invitation-org-${invitationId}`,
        data: { organizationId: 'org', invitationId, by: 'a-member' },
      },
    ],
  }));

test('an invited member gets the invitation’s location, with the number of location choices before the acceptance', async () => {
  const account = `account-${stranger}`;
  const events = recorded(
    [account, opened],
    [account, locationChosen],
    ['organization-org', invitationAccepted],
    [account, renamed],
  );
  const streams = new StreamHistory(new EventLogInMemory(events), {
    open: async (stored: unknown) => stored,
  } as never);
  const reactor = new LocationsOfInvited(streams);
  expect(await reactor.react(events[2] as never)).toMatchObject({
    commands: [
      {
        command: {
          type: 'AssignLocation',
          data: { accountId: stranger, invitationId, locationId, choicesBefore: 1 },
        },
        organizationId: 'org',
      },
    ],
  });
  const withoutLocation = {
    type: 'InvitationAccepted',
    data: { invitationId, memberId: stranger },
  } as const;
  expect(await reactor.react(asRecorded(withoutLocation))).toEqual({});
});

describe('the job', () => {
  const send = async (
    history: readonly OrganizationEvent[],
    {
      now = '2026-11-21T09:30:00.000Z',
      organizationIds = ['org'],
      account = undefined as string | undefined,
      by = meera.id,
    } = {},
  ) => {
    const sent: OutgoingMessage[] = [];
    const sentIds = new Set<string>();
    const sentInvitations = {
      has: async (...ids: readonly string[]) => sentIds.has(ids.join()),
      add: async (...ids: readonly string[]) => void sentIds.add(ids.join()),
    };
    const state = history.reduce(organizationAggregate.evolve, organizationAggregate.initialState);
    const handler = new SendInvitation(
      { load: async () => ({ state }) } as never,
      { findHolder: async () => account && `account-${account}` } as never,
      { send: async (_, message) => void sent.push(message) },
      sentInvitations as never,
      { get: async () => undefined } as never,
      { load: async (accountId: string) => (accountId === asha.id ? 'hi-IN' : 'en-IN') } as never,
      { now: () => now } as never,
      { publicUrl: 'https://crm.example' } as never,
    );
    for (const organizationId of organizationIds)
      await handler.handle({ data: { organizationId, invitationId, by } });
    return sent;
  };
  const pending = [founded, meeraFounds, deepaIsInvited];

  test('sends a link with the current invite code, once', async () => {
    const sent = await send(
      [...pending, { type: 'InviteCodeRotated', data: { inviteCode: 'ZZ00AA11' } }],
      { organizationIds: ['org', 'org'] },
    );
    expect(sent).toEqual([
      { to: phone, text: expect.stringContaining('Sharma Solar invites you'), language: 'en-IN' },
    ]);
    expect(sent[0]!.text).toContain('Sign up by 28 Nov 2026');
    expect(sent[0]!.text).toContain(
      'https://crm.example/signup?invite=ZZ00AA11&phone=%2B919822041736&role=finance&name=Deepa+Nair',
    );
  });
  test('writes in the invited person’s language, else in the sender’s', async () => {
    const text = expect.stringMatching(
      /^Sharma Solar आपको .* रोल: फ़ाइनेंस। .*\/signup\?invite=/,
    ) as unknown;
    expect(await send(pending, { account: asha.id })).toEqual([
      { to: phone, text, language: 'hi-IN' },
    ]);
    expect(await send(pending, { by: asha.id })).toMatchObject([{ language: 'hi-IN' }]);
  });
  test('sends the invitations of two organizations with equal ids', async () =>
    expect(await send(pending, { organizationIds: ['org', 'other'] })).toHaveLength(2));
  test.each<[string, { history: readonly OrganizationEvent[]; now?: string }]>([
    ['was cancelled', { history: [...pending, invitationCancelled] }],
    ['was accepted', { history: [...pending, invitationAccepted] }],
    ['has expired', { history: pending, now: '2026-11-28T09:30:00.000Z' }],
    [
      'cannot be read any more',
      {
        history: [
          founded,
          { ...deepaIsInvited, data: { ...deepaIsInvited.data, name: '', phone: '' } },
        ],
      },
    ],
  ])('sends none that %s', async (_, { history, now }) =>
    expect(await send(history, { now })).toEqual([]),
  );
});
