import { leadAggregate } from '#domain/leads/lead.aggregate.js';
import type { LeadEvent } from '#domain/leads/lead.events.js';
import { leadEvents } from '#domain/leads/lead.events.js';
import { EventLogOnSqlite } from '#platform/event-log/event-log-on-sqlite.js';
import { type EventLog, type RecordedEvent, BEFORE_ALL } from '#platform/event-log/event-log.js';
import { parseStream } from '#platform/event-log/subject.js';
import { KeyStoreOnSqlite } from '#platform/sealing/key-store/key-store-on-sqlite.js';
import type { KeyStore } from '#platform/sealing/key-store/key-store.js';
import type { BrokenChain } from '#platform/sealing/chain.js';
import { verifyChain } from '#platform/testing/notary/verify-chain.js';
import { eventCatalogue } from '#platform/sealing/event-catalogue.js';
import { isClosedClaim, isFence } from '#platform/sealing/platform-events.js';
import { createSealing } from '#platform/sealing/sealing.js';
import { join } from 'node:path';
import type { SentCommand } from './send-until-answered.js';

/** All stored events of a data folder that no process uses, in log order. */
export async function readEventsIn(dataDir: string): Promise<readonly RecordedEvent[]> {
  const log: EventLog = EventLogOnSqlite.open(join(dataDir, 'log.sqlite'));
  const events: RecordedEvent[] = [];
  for (;;) {
    const batch = await log.readAll(events.at(-1)?.position ?? BEFORE_ALL, 5_000);
    if (batch.length === 0) break;
    events.push(...batch);
  }
  await log.close();
  return events;
}

export function streamsOf(
  events: readonly RecordedEvent[],
): ReadonlyMap<string, readonly RecordedEvent[]> {
  const streams = new Map<string, RecordedEvent[]>();
  for (const event of events)
    streams.set(event.stream, [...(streams.get(event.stream) ?? []), event]);
  return streams;
}

export const findBrokenChains = (events: readonly RecordedEvent[]): readonly BrokenChain[] =>
  [...streamsOf(events).values()].flatMap((stream) => verifyChain(stream) ?? []);

/** Acknowledged commands whose events are not stored exactly once at the acknowledged position. */
export function findNotStoredOnce(
  events: readonly RecordedEvent[],
  sent: readonly SentCommand[],
): readonly string[] {
  const eventsByCommand = new Map<string, RecordedEvent[]>();
  for (const event of events)
    if (!isFence(event) && !isClosedClaim(event) && event.type !== 'Reserved')
      eventsByCommand.set(event.metadata.commandId, [
        ...(eventsByCommand.get(event.metadata.commandId) ?? []),
        event,
      ]);
  return sent.flatMap(({ key, command, answer }) => {
    const ownEvents = eventsByCommand.get(key) ?? [];
    const last = ownEvents.at(-1);
    const types = ownEvents.map(({ type }) => type);
    const stored = `${command} ${key}: ${types.join() || 'nothing'}`;
    if (answer.status !== 200)
      return last ? [`${stored} although it was refused with ${answer.body.code}`] : [];
    const isOneChange =
      new Set(types).size === types.length &&
      new Set(ownEvents.map(({ stream }) => stream)).size === 1;
    const isAtPosition =
      last?.revision === answer.body.revision && last?.position === answer.body.position;
    return isOneChange && isAtPosition
      ? []
      : [
          `${stored} at ${last?.revision}/${last?.position}, acknowledged ${answer.body.revision}/${answer.body.position}`,
        ];
  });
}

type PhoneHistory = {
  readonly holders: ReadonlyMap<string, string>;
  readonly doublyHeld: readonly string[];
};

/** Last holder of each number, and every time that two leads held one. */
export async function readPhoneHistory(dataDir: string): Promise<PhoneHistory> {
  const keys = KeyStoreOnSqlite.open(join(dataDir, 'keys.sqlite'));
  try {
    return await readPhonesIn(await readEventsIn(dataDir), keys);
  } finally {
    await keys.close();
  }
}

/** Holders of numbers in one organization's events. */
export async function readPhonesIn(
  recorded: readonly RecordedEvent[],
  keys: KeyStore,
): Promise<PhoneHistory> {
  const sealedEvents = recorded.filter(
    (event) => event.stream.startsWith('lead-') && !isFence(event),
  );
  const events = await createSealing({ catalogue: eventCatalogue([leadEvents]), keys }).open(
    sealedEvents,
  );
  const states = new Map<string, typeof leadAggregate.initialState>();
  const holders = new Map<string, string>();
  const doublyHeld: string[] = [];
  for (const event of events) {
    const leadId = parseStream(event.stream).id;
    const state = leadAggregate.evolve(
      states.get(leadId) ?? leadAggregate.initialState,
      event as unknown as LeadEvent,
    );
    states.set(leadId, state);
    for (const [phone, holder] of holders) if (holder === leadId) holders.delete(phone);
    for (const { value } of leadAggregate.uniqueValues(state, event.metadata.at)) {
      const rival = holders.get(value);
      if (rival)
        doublyHeld.push(`${value} by ${rival} and, from ${event.position} on, by ${leadId}`);
      holders.set(value, leadId);
    }
  }
  return { holders, doublyHeld };
}
