import type { MessageNamed } from '#domain/kernel/message.js';
import { type AccountEvent, accountEvents } from '#domain/accounts/account.events.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { subjectOf } from '#platform/event-log/subject.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import type { Reactor } from '../reactor.js';

type Requested = MessageNamed<AccountEvent, 'SampleAlertsRequested'>;

const { SampleAlertsRequested } = accountEvents;

/** The first load of the alerts by somebody who has none. The account's stream says it once, so there is one job, ever. */
@EventReactor()
export class SampleAlerts implements Reactor<Requested> {
  readonly name = 'sample-alerts';
  readonly events = { SampleAlertsRequested };

  react({ stream, data: { organizationId }, metadata: { on } }: RecordedEvent<Requested>) {
    return { jobs: [{ name: 'sample-alerts', data: { accountId: subjectOf(stream).id, organizationId, on } }] };
  }
}
