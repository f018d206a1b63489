import type { MessageNamed } from '#domain/kernel/message.js';
import { type AccountEvent, accountEvents } from '#domain/accounts/account.events.js';
import { subjectOf } from '#platform/event-log/subject.js';
import type { Reactor } from '#platform/jobs/reactors/reactor.js';

const { SampleAlertsRequested } = accountEvents;

/** The first load of the alerts by somebody who has none. The account's stream says it once, so there is one job, ever. */
export const sampleAlertsOf: Reactor<MessageNamed<AccountEvent, 'SampleAlertsRequested'>> = {
  name: 'sample-alerts',
  events: { SampleAlertsRequested },
  react: ({ stream, data: { organizationId }, metadata: { on } }) => ({
    jobs: [{ name: 'sample-alerts', data: { accountId: subjectOf(stream).id, organizationId, on } }],
  }),
};
