import type { Message } from '#domain/kernel/texts/message.js';
import type { LeadEvent } from '#domain/leads/lead.events.js';
import { asha } from '#domain/leads/lead.examples.js';
import { addMilliseconds } from '#platform/common/clock.js';
import { type EventLog, NO_STREAM } from '#platform/event-log/event-log.js';
import type { Sealing } from '#platform/sealing/sealing.js';
import { randomUUID } from 'node:crypto';
import { sampleLead } from './sample-lead.js';

const EVENTS_PER_LEAD = 4;
const LEADS_AT_ONCE = 250;
const DAY_MS = 24 * 60 * 60_000;

type Append = (stream: string, at: string, messages: readonly Message[]) => Promise<void>;

/** Function that appends a new stream of sealed events without command handling. */
export const createAppender =
  ({
    log,
    sealing,
    organizationId,
    actorId = asha.id,
  }: {
    readonly log: EventLog;
    readonly sealing: Sealing;
    readonly organizationId: string;
    readonly actorId?: string;
  }): Append =>
  async (stream, at, messages) => {
    const metadata = () => ({
      eventId: randomUUID(),
      commandId: '',
      causationId: '',
      correlationId: '',
      fingerprint: '',
      actorId,
      organizationId,
      at,
      capturedAt: at,
      on: at.slice(0, 10),
    });
    const unsealed = messages.map((message) => ({ ...message, metadata: metadata() }));
    const head = { hash: '', key: undefined };
    const key = await sealing.findOrCreateKey(unsealed, head);
    await log.append(stream, NO_STREAM, await sealing.seal(stream, NO_STREAM, unsealed, head, key));
  };

/** Writes leads with some events each, evenly over the days after a start. */
export async function writeLeads({
  events,
  days,
  start,
  organizationId,
  assignedTo,
  append,
  print,
}: {
  readonly events: number;
  readonly days: number;
  readonly start: string;
  readonly organizationId: string;
  readonly assignedTo: string;
  readonly append: Append;
  readonly print: (line: string) => void;
}): Promise<void> {
  const leads = Math.round(events / EVENTS_PER_LEAD);
  for (let number = 1; number <= leads; number += LEADS_AT_ONCE) {
    const at = addMilliseconds(start, Math.floor((number / leads) * days) * DAY_MS);
    await Promise.all(
      Array.from({ length: Math.min(LEADS_AT_ONCE, leads - number + 1) }, (_, index) =>
        append(
          `lead-${organizationId}_${randomUUID()}`,
          at,
          eventsOf(number + index, EVENTS_PER_LEAD, assignedTo),
        ),
      ),
    );
    if (number % 25_000 === 1) print(`${number * EVENTS_PER_LEAD} events written`);
  }
}

/** Events of a lead: its creation, then notes, follow-ups, changes of status and edits in turn. */
export function eventsOf(number: number, count: number, assignedTo: string): readonly LeadEvent[] {
  const createEvent = (index: number): LeadEvent => {
    switch (index % 4) {
      case 0:
        return { type: 'LeadEdited', data: { changes: { siteName: `Site ${index}` } } };
      case 1:
        return { type: 'NoteAdded', data: { noteId: randomUUID(), note: `Called ${index}` } };
      case 2:
        return {
          type: 'FollowUpScheduled',
          data: { followUpId: randomUUID(), dueOn: '2026-12-01' },
        };
      default:
        return { type: 'LeadStatusChanged', data: { from: 'New', to: 'Contacted' } };
    }
  };
  return [
    { type: 'LeadCreated', data: { ...sampleLead(number), assignedTo } },
    ...Array.from({ length: count - 1 }, (_, index) => createEvent(index + 1)),
  ];
}
