import { PersonNames } from '#backend/auth/people/names.js';
import type { Asker } from '#backend/auth/caller.js';
import { PastProjections, type Past } from '#backend/history/past-details.js';
import { RecordPast } from '#backend/history/record-past.js';
import { createDetails } from '#backend/past-details.js';
import { type HistoryKind, historyKinds } from '#domain/history/history.values.js';
import type { RecordHistory } from '#domain/history/history.views.js';
import { type Moment, stepBack } from '#domain/history/moments.js';
import { Refusal } from '#domain/kernel/refusal.js';
import { pause } from '#platform/common/clock.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { parseStream } from '#platform/event-log/subject.js';
import { SqliteFile } from '#platform/storage/embedded/sqlite-file.js';
import { folders } from '#platform/testing/folders.js';
import { ProjectedViews } from '#platform/testing/projected-views.js';
import { allProjections } from '#projections/all-projections.js';
import { expect, test } from '@jest/globals';
import { SeededRandom } from './faults/seeded-random.js';
import { RandomHistory } from './late-reactors/history.js';
import { World } from './late-reactors/world.js';

const folder = folders();
SqliteFile.synchronous = 'NORMAL';
const start = '2026-11-21T09:30:00.000Z';

/** Number of histories: a thousand in `npm run test:all`, some in `npm test`. */
const historyCount = process.env['THOROUGH'] === '1' ? 1_000 : 8;

type RecordRef = { readonly kind: HistoryKind; readonly id: string };

/** Record of an event's stream, if its kind has a history. */
function recordOf({ stream }: RecordedEvent): RecordRef | undefined {
  const kind = historyKinds.find((known) => stream.startsWith(`${known}-`));
  return kind && { kind, id: parseStream(stream).id };
}

/** World after a random history; its `readingParts` read single records. */
async function runRandomHistory(seed: number) {
  let now = start;
  const world = await World.open(folder(), `histories-${seed}`, () => now);
  const { steps } = new RandomHistory(new SeededRandom('record histories', seed), {
    start,
    minSteps: 60,
    hoursBetween: seed % 3,
    browserRandom: new SeededRandom('browsers', seed),
  });
  for (const step of steps) {
    now = step.at;
    await step.run(world);
    await world.drain();
  }
  return world;
}

test.each(Array.from({ length: historyCount }, (_, index) => index + 1))(
  'history %d: each moment of a record is what its screen showed then',
  async (seed) => {
    const world = await runRandomHistory(seed);
    const views = new ProjectedViews(allProjections);
    try {
      await views.open();
      const { log, sealing, folded } = world.readingParts;
      const details = { createDetails: createDetails(folded) };
      const past = new RecordPast(log, sealing, details, new PastProjections(allProjections));
      const events = await world.readEvents();
      const organizationId = parseStream(
        events.find(({ type }) => type === 'OrganizationFounded')!.stream,
      ).id;
      const admin = events.find(({ type }) => type === 'AccountOpened')!;
      const asker: Asker = {
        id: parseStream(admin.stream).id,
        role: 'admin',
        organizationId,
        timeZone: 'Asia/Kolkata',
      };
      const [revisions, pages] = [new Map<string, number>(), new Map<string, RecordHistory>()];
      let comparedCount = 0;
      for (const event of events) {
        await views.project([event]);
        const record = recordOf(event);
        if (!record || event.type === 'ClaimFenced') continue;
        const revision = (revisions.get(event.stream) ?? 0) + 1;
        revisions.set(event.stream, revision);
        const { kind, id } = record;
        const then: Past = {
          views: views.views,
          names: new PersonNames(views.views),
          clock: { now: () => event.metadata.at, pause },
        };
        const moment = await details.createDetails(then)[kind](asker, id).catch(nullIfRefused);
        const page =
          pages.get(event.stream) ?? (await past.loadHistory(asker, kind, id, undefined));
        pages.set(event.stream, page);
        // A customer's history includes the erasure of its lead.
        if (page.items.length !== page.items.filter(isOfRecord(event)).length) continue;
        expect([kind, revision, await past.loadState(asker, kind, id, revision)]).toMatchObject([
          kind,
          revision,
          { record: moment },
        ]);
        expect(momentAt(page, revision)).toEqual(moment);
        comparedCount++;
      }
      expect(comparedCount).toBeGreaterThan(30);
    } finally {
      await views.close();
      await world.close();
    }
  },
  600_000,
);

const isOfRecord =
  ({ stream }: RecordedEvent) =>
  ({ type }: RecordHistory['items'][number]) =>
    !stream.startsWith('customer-') || type !== 'PersonalDataErased';

/** Record at an event of the page, by steps back from the page's newest moment. */
const momentAt = ({ items, record }: RecordHistory, revision: number): Moment =>
  items
    .filter((entry) => entry.revision > revision)
    .reduce<Moment>((moment, { changes }) => stepBack(moment, changes), record as Moment);

function nullIfRefused(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}
