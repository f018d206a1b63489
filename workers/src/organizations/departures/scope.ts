import { BadConfig } from '#platform/common/config/config.js';
import {
  type EventLog,
  type Position,
  type RecordedEvent,
  BEFORE_ALL,
} from '#platform/event-log/event-log.js';
import { readBatchesAfter } from '#platform/event-log/events-after.js';
import { createSelectionTest } from '#platform/event-log/subject.js';
import { isStreamErasure } from '#platform/sealing/platform-events.js';

/** Everything of one organization in a log: its records, and the accounts of its members. */
export type Scope = {
  readonly organizationId: string;
  readonly name: string;
  /** Account streams of everybody who ever was a member, with the end of the membership. */
  readonly accounts: ReadonlyMap<string, Position | undefined>;
  /** Whether the organization was closed here, or is being closed. */
  readonly isClosed: boolean;
};

export const organizationStream = (organizationId: string): string =>
  `organization-${organizationId}`;

/** @throws BadConfig if no such organization was ever founded here */
export async function readScope(
  log: Pick<EventLog, 'read'>,
  organizationId: string,
): Promise<Scope> {
  const events = await log.read(organizationStream(organizationId));
  const accounts = new Map<string, Position | undefined>();
  let name: string | undefined;
  for (const { type, data, position } of events) {
    const { memberId, name: newName } = data as {
      readonly memberId: string;
      readonly name?: string;
    };
    if (type === 'OrganizationFounded' || type === 'OrganizationDetailsChanged')
      name = newName ?? name;
    if (type === 'MemberJoined') accounts.set(`account-${memberId}`, undefined);
    if (type === 'MemberLeft' || type === 'MemberRemoved')
      accounts.set(`account-${memberId}`, position);
  }
  if (name === undefined) throw new BadConfig(`There is no organization ${organizationId} here`);
  return { organizationId, name, accounts, isClosed: events.some(isStreamErasure) };
}

/** Whether an event belongs to the organization. A former member's later events do not. */
export function createScopeTest({
  organizationId,
  accounts,
}: Scope): (event: Pick<RecordedEvent, 'stream' | 'type' | 'position'>) => boolean {
  const hasStream = createSelectionTest({ organizationId, streams: [...accounts.keys()] });
  return (event) => {
    if (!hasStream(event.stream) || isStreamErasure(event)) return false;
    const end = accounts.get(event.stream);
    return end === undefined || event.position <= end;
  };
}

/**
 * Yields batches of the organization's events, in the order of the log.
 * @throws BadConfig for an event that cannot be read
 */
export async function* readEvents(
  log: Pick<EventLog, 'readAll'>,
  scope: Scope,
  until: Position | undefined,
): AsyncGenerator<readonly RecordedEvent[]> {
  const isOfScope = createScopeTest(scope);
  for await (const batch of readBatchesAfter(log, BEFORE_ALL)) {
    const events = batch.filter(
      (event) => (until === undefined || event.position <= until) && isOfScope(event),
    );
    const damaged = events.find(({ damage }) => damage !== undefined);
    if (damaged)
      throw new BadConfig(
        `${damaged.stream} at ${damaged.revision} ${damaged.damage}. Mend it first: npm run verify`,
      );
    if (events.length > 0) yield events;
    if (until !== undefined && batch.at(-1)!.position >= until) return;
  }
}
