import { type AccountEvent, accountEvents } from '#domain/accounts/account.events.js';
import type { MessageNamed } from '#domain/kernel/texts/message.js';
import {
  type OrganizationEvent,
  organizationEvents,
} from '#domain/organizations/organization.events.js';
import { Clock } from '#platform/common/clock.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { parseStream } from '#platform/event-log/subject.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import type { Reaction, Reactor } from '../reactor.js';
import { MAX_EVENT_AGE_MS } from './alert-command.js';

type SampleCause =
  | MessageNamed<OrganizationEvent, 'MemberJoined'>
  | MessageNamed<AccountEvent, 'SampleAlertsRequested'>;

const { MemberJoined } = organizationEvents;
const { SampleAlertsRequested } = accountEvents;

/**
 * Requests sample alerts for a new member, once per account: joining or founding sends the request,
 * and the account's stream records it. Imported history gets none.
 */
@EventReactor()
export class SampleAlerts implements Reactor<SampleCause> {
  readonly name = 'sample-alerts';
  readonly events = { MemberJoined, SampleAlertsRequested };

  constructor(private readonly clock: Clock) {}

  react(event: RecordedEvent<SampleCause>): Reaction {
    const { id } = parseStream(event.stream);
    const { on, at } = event.metadata;
    if (event.type === 'SampleAlertsRequested') {
      const data = { accountId: id, organizationId: event.data.organizationId, on };
      return { jobs: [{ name: 'sample-alerts', id: `sample-alerts-${id}`, data }] };
    }
    if (Date.parse(this.clock.now()) - Date.parse(at) > MAX_EVENT_AGE_MS) return {};
    const { memberId: accountId } = event.data;
    const command = {
      type: 'RequestSampleAlerts',
      data: { accountId, organizationId: id },
    } as const;
    return { commands: [{ command, actorId: accountId, to: `account-${accountId}` }] };
  }
}
