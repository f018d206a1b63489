import { domain } from '#domain/aggregates.js';
import type { AccountEvent } from '#domain/accounts/account.events.js';
import type { Message } from '#domain/kernel/texts/message.js';
import type { LeadEvent } from '#domain/leads/lead.events.js';
import type { OrganizationEvent } from '#domain/organizations/organization.events.js';
import { EventLogOnSqlite } from '#platform/event-log/event-log-on-sqlite.js';
import { KeyStoreOnSqlite } from '#platform/sealing/key-store/key-store-on-sqlite.js';
import { SqliteFile } from '#platform/storage/embedded/sqlite-file.js';
import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import { createEventReading } from '#platform/write-side/write-side.js';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { v7 as newId } from 'uuid';
import { createAppender } from './large-log.js';
import { sampleLead } from './sample-lead.js';

/** Version of the generator, in the folder name of cached data. */
const FORMAT = 1;
const REPS = 9;
/** Foundation of the organization, and of each person the opened account and the joining. */
const EVENTS_OF_FOUNDATION = 1 + 2 * (REPS + 1);
const LEADS_AT_ONCE = 250;
const DAYS = 90;
const DAY_MS = 86_400_000;

type Team = {
  readonly organizationId: string;
  readonly reps: readonly {
    readonly id: string;
    readonly append: ReturnType<typeof createAppender>;
  }[];
};
type Size = {
  readonly events: number;
  readonly companies: number;
  readonly print: (line: string) => void;
};

/**
 * Data folder with companies of ten people, whose leads were captured in the last 90 days. The
 * events are appended without commands, some thousand a second, and cached in `.cache/bench`.
 */
export async function writeInstallation({ events, companies, print }: Size): Promise<string> {
  const folder = join('.cache/bench', `written-${companies}x${events}-${FORMAT}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const before = SqliteFile.synchronous;
  SqliteFile.synchronous = 'NORMAL';
  const log = EventLogOnSqlite.open(join(unfinished, 'log.sqlite'));
  const keys = KeyStoreOnSqlite.open(join(unfinished, 'keys.sqlite'));
  const secrets = openSecretsFile(join(unfinished, 'secrets.sqlite'));
  try {
    await keys.bindToLog(await log.readIdentity(), { hasEvents: false });
    const { sealing } = createEventReading({ domain, log, keys });
    const start = Date.now() - DAYS * DAY_MS;
    const teams: Team[] = [];
    for (let number = 0; number < companies; number++) {
      const [organizationId = '', ...people] = Array.from({ length: REPS + 2 }, () => newId());
      const append = createAppender({ log, sealing, organizationId, actorId: people[0]! });
      const at = new Date(start).toISOString();
      for (const [stream, messages] of foundation(number, organizationId, people))
        await append(stream, at, messages);
      teams.push({
        organizationId,
        reps: people.slice(1).map((id) => ({
          id,
          append: createAppender({ log, sealing, organizationId, actorId: id }),
        })),
      });
    }
    let writtenCount = companies * EVENTS_OF_FOUNDATION;
    for (let number = 0; writtenCount < events;) {
      const batch = Array.from({ length: LEADS_AT_ONCE }, () => {
        const { organizationId, reps } = teams[number % companies]!;
        const { id, append } = reps[Math.floor(number / companies) % REPS]!;
        const at = new Date(start + DAYS * DAY_MS * (writtenCount / events)).toISOString();
        const stream = `lead-${organizationId}_${newId()}`;
        const messages = eventsOfLead(number++, id, at);
        writtenCount += messages.length + 1;
        return Promise.all([
          append(`claim-${randomUUID()}`, at, [{ type: 'Reserved', data: { holder: stream } }]),
          append(stream, at, messages),
        ]);
      });
      await Promise.all(batch);
      if (number % 25_000 === 0) print(`${writtenCount} events written`);
    }
  } finally {
    SqliteFile.synchronous = before;
    await Promise.all([keys.close(), log.close()]);
    secrets.close();
  }
  renameSync(unfinished, folder);
  return folder;
}

/** Streams of a new company and of its people. */
function foundation(
  number: number,
  organizationId: string,
  people: readonly string[],
): readonly (readonly [stream: string, messages: readonly Message[]])[] {
  const slug = `company${String(number).padStart(6, '0')}`;
  const joinEvents = people.map((memberId, index): OrganizationEvent => ({
    type: 'MemberJoined',
    data:
      index === 0
        ? { memberId, role: 'admin', via: 'founding' }
        : { memberId, role: 'sales', via: 'code' },
  }));
  const founded: OrganizationEvent = {
    type: 'OrganizationFounded',
    data: { name: `Company ${number}`, slug, inviteCode: slug.slice(-8).toUpperCase() },
  };
  const accounts = people.map((id, index) => {
    const phone = `+91${7_000_000_000 + number * 100 + index}`;
    const openedEvent: AccountEvent = {
      type: 'AccountOpened',
      data: { name: `Rep ${index}`, phone },
    };
    return [`account-${id}`, [openedEvent]] as const;
  });
  return [[`organization-${organizationId}`, [founded, ...joinEvents]], ...accounts];
}

/** Three to six events of a lead: each has a note and a follow-up, a third more. */
function eventsOfLead(number: number, assignedTo: string, at: string): readonly LeadEvent[] {
  const on = at.slice(0, 10);
  const followUpId = newId();
  const events: LeadEvent[] = [
    { type: 'LeadCreated', data: { ...sampleLead(number), assignedTo } },
    {
      type: 'NoteAdded',
      data: { noteId: newId(), note: `Wants ${number % 20} kW on the terrace, asks for subsidy.` },
    },
    { type: 'FollowUpScheduled', data: { followUpId, dueOn: on } },
  ];
  if (number % 3 === 0)
    events.push(
      { type: 'LeadStatusChanged', data: { from: 'New', to: 'Contacted' } },
      { type: 'FollowUpCompleted', data: { followUpId } },
    );
  if (number % 5 === 0)
    events.push({
      type: 'VisitRecorded',
      data: {
        visitId: newId(),
        startedAt: at,
        endedAt: at,
        startedOn: on,
        pausedSeconds: 0,
        notes: 'Measured the roof',
      },
    });
  return events;
}
