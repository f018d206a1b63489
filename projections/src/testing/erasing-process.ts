import { join } from 'node:path';
import { v7 as newId } from 'uuid';
import { domain } from '#domain/aggregates.js';
import { asha, details, leadId, organization } from '#domain/leads/lead.examples.js';
import { createEventReading } from '#platform/write-side/write-side.js';
import { EventLogOnSqlite } from '#platform/event-log/event-log-on-sqlite.js';
import { NO_STREAM } from '#platform/event-log/event-log.js';
import { streamName } from '#platform/event-log/subject.js';
import { KeyStoreOnSqlite } from '#platform/sealing/key-store/key-store-on-sqlite.js';
import { createLogger } from '#platform/process/logger.js';
import { ChangePublisher } from '#platform/live/change-publisher.js';
import { ReadLane } from '#platform/live/read-lane.js';
import { ReadStores } from '#platform/read-side/read-store/lanes.js';
import { ReadStoreOnSqlite } from '#platform/read-side/read-store/read-store-on-sqlite.js';
import { allProjections } from '../all-projections.js';
import { leadTimeline } from '../leads/lead-timeline.projection.js';
import { createProjectionHost } from '../projecting.js';

/**
 * Program for specs: rebuilds all views of a folder while a person is erased. ERASED is the moment:
 * `while it is projected` (the first batch, which has the person's events) or `once it is written`
 * (the last batch). Prints the timeline at the end.
 */
const { ERASED } = process.env;
const folder = process.argv[2]!;
const notesPerLead = 450;
const leadCount = 5;
const files = { log: join(folder, 'log.sqlite'), keys: join(folder, 'keys.sqlite') };
const log = EventLogOnSqlite.open(files.log);
const keys = KeyStoreOnSqlite.open(files.keys);
const store = new ReadStoreOnSqlite(join(folder, 'views.sqlite'));

const reading = createEventReading({ domain, log, keys });
const { seal } = reading.sealing;
const createMetadata = () => {
  const [eventId, at] = [newId(), '2026-11-21T09:30:00.000Z'];
  const causeIds = {
    eventId,
    commandId: eventId,
    fingerprint: '',
    causationId: eventId,
    correlationId: eventId,
  };
  return {
    ...causeIds,
    actorId: asha.id,
    organizationId: organization.id,
    at,
    capturedAt: at,
    on: '2026-11-21',
  };
};
const erasedDetails = {
  ...details,
  firstName: 'Erasmus',
  lastName: 'Quillfeather',
  assignedTo: asha.id,
};
for (let lead = 0; lead < leadCount; lead++) {
  const isErasedLead = lead === 0;
  const stream = streamName('lead', organization.id, isErasedLead ? leadId : newId());
  const created = {
    type: 'LeadCreated',
    data: isErasedLead ? erasedDetails : { ...details, assignedTo: asha.id },
  };
  const noted = Array.from({ length: notesPerLead }, (_, number) => ({
    type: 'NoteAdded',
    data: {
      noteId: newId(),
      note: isErasedLead ? `Quillfeather said ${number}` : 'Nobody said anything',
    },
  }));
  const events = [created, ...noted].map((event) => ({ ...event, metadata: createMetadata() }));
  await log.append(
    stream,
    NO_STREAM,
    await seal(stream, NO_STREAM, events, { hash: '', key: undefined }),
  );
}

const commits = new ChangePublisher();
const openHost = () =>
  createProjectionHost({
    ...reading,
    log,
    stores: new ReadStores([store]),
    commits,
    rebuildFrom: files,
    logger: createLogger('error'),
  });
const firstHost = openHost();
await firstHost.start();
await firstHost.stop();
// A missing view makes the process rebuild all.
const { visits: _, ...otherCollections } = await store.readCurrentCollections();
await store.setCurrentCollections(otherCollections);

const host = openHost();
const readLane = new ReadLane({ log, store, commits, projections: allProjections });
readLane.host = host;
await readLane.start();
const eventCount = leadCount * (notesPerLead + 1);
let rebuilt = Promise.resolve();
await new Promise<void>((resolve) => {
  const isErasureDue = (projected: number) =>
    ERASED === 'while it is projected' || projected === eventCount;
  rebuilt = host.start((projected) => isErasureDue(projected) && resolve());
});
const stream = streamName('lead', organization.id, leadId);
const erased = [{ type: 'PersonalDataErased', data: {}, metadata: createMetadata() }];
const { position } = await log.append(
  stream,
  notesPerLead,
  await seal(stream, notesPerLead, erased, { hash: '', key: undefined }),
);
if (!(await readLane.waitFor(position, 10_000)))
  throw new Error('The erasure was not folded into the current views');
await rebuilt;
const filter = { leadId };
const { documents } = await readLane.views.find(leadTimeline, organization.id, {
  filter,
  sort: ['-revision'],
  limit: notesPerLead + 2,
});
process.stdout.write(
  JSON.stringify({
    current: (await store.readCurrentCollections())[leadTimeline.name],
    shown: documents,
  }),
);
await host.stop();
await readLane.stop();
await store.close();
await log.close();
await keys.close();
